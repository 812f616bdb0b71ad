import { type ComponentProps, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { lazyCode } from '../lib/lazy-code.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useLazyComponent } from './lazy-component.ts';
import type { MenuItem, MenuStart } from './open-menu.tsx';
import { toast } from './toast.ts';

const openMenu = lazyCode(() => import('./open-menu.tsx').then((module) => module.OpenMenu));

interface Menu {
  /** The props of the menu's button. */
  readonly opener: ComponentProps<'button'>;
  /** The menu, while it is open; render it beside the button. */
  readonly menu: ReactNode;
}

/**
 * A menu and its button, following the menu button pattern of the ARIA Authoring Practices Guide. The menu's code is fetched
 * when the pointer, a finger or the focus comes to a button.
 */
export function useMenu(label: string, items: readonly MenuItem[], onOpen?: () => void): Menu {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<MenuStart>();
  // A press on the button first closes an open menu: its click must not open it again.
  const wasOpen = useRef(false);
  const close = useCallback(() => setStart(undefined), []);
  const onLoadFailed = useCallback(() => {
    close();
    toast.error(sharedStrings.menuLoadFailed);
  }, [close]);
  const isOpen = start !== undefined;
  const OpenMenu = useLazyComponent(openMenu, isOpen, onLoadFailed);
  const open = (at: MenuStart) => {
    if (!isOpen) onOpen?.();
    setStart(at);
  };
  return {
    opener: {
      ref: opener,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onPointerEnter: openMenu.preload,
      onFocus: openMenu.preload,
      onPointerDown: () => {
        wasOpen.current = isOpen;
      },
      onClick: (event) => {
        // A press by keyboard is a click with `detail` 0.
        if (event.detail === 0) open(start ?? 0);
        else if (wasOpen.current) close();
        else open('menu');
      },
      onKeyDown: (event) => {
        const isDown = event.key === 'ArrowDown';
        if (!isDown && event.key !== 'ArrowUp') return;
        event.preventDefault();
        // The button keeps the focus until the menu's code has loaded: further presses move on.
        const current = typeof start === 'number' ? start : isDown ? -1 : 0;
        open((current + (isDown ? 1 : -1) + items.length) % items.length);
      },
    },
    menu: isOpen && OpenMenu && <OpenMenu {...{ id, label, items, opener, start }} onClose={close} />,
  };
}
