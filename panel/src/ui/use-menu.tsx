import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { type MenuItem, type MenuStart, OpenMenu } from './open-menu.tsx';

interface Menu {
  /** The props of the menu's button. */
  readonly opener: ComponentProps<'button'>;
  /** The menu, while it is open; render it beside the button. */
  readonly menu: ReactNode;
}

/** A menu and its button, following the menu button pattern of the ARIA Authoring Practices Guide. */
export function useMenu(label: string, items: readonly MenuItem[], onOpen?: () => void): Menu {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<MenuStart>();
  // A press on the button first closes an open menu: its click must not open it again.
  const wasOpen = useRef(false);
  const close = () => setStart(undefined);
  const open = (at: MenuStart) => {
    onOpen?.();
    setStart(at);
  };
  return {
    opener: {
      ref: opener,
      'aria-haspopup': 'menu',
      'aria-expanded': start !== undefined,
      'aria-controls': start && id,
      onPointerDown: () => {
        wasOpen.current = start !== undefined;
      },
      onClick: (event) => {
        // A press by keyboard is a click with `detail` 0.
        const byKeyboard = event.detail === 0;
        if (byKeyboard ? start !== undefined : wasOpen.current) close();
        else open(byKeyboard ? 'first' : 'menu');
      },
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
    menu: start && <OpenMenu {...{ id, label, items, opener, start }} onClose={close} />,
  };
}
