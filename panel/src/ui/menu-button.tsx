import { EllipsisVertical } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { type MenuItem, type MenuStart, OpenMenu } from './open-menu.tsx';

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

/** A button with a menu, after the menu button pattern of the ARIA Authoring Practices Guide. */
export function MenuButton({ label, items, className }: MenuButtonProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<MenuStart>();
  // The press that ends on the button begins by closing the menu: it is not to open it again.
  const wasOpen = useRef(false);
  return (
    <>
      <IconButton
        ref={opener}
        icon={EllipsisVertical}
        label={label}
        className={className}
        aria-haspopup="menu"
        aria-expanded={start !== undefined}
        aria-controls={start && id}
        onPointerDown={() => {
          wasOpen.current = start !== undefined;
        }}
        onClick={(event) => {
          // A press by keyboard is a click without a pointer's count.
          const byKeyboard = event.detail === 0;
          const isOpen = byKeyboard ? start !== undefined : wasOpen.current;
          setStart(isOpen ? undefined : byKeyboard ? 'first' : 'menu');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setStart(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      />
      {start && (
        <OpenMenu
          id={id}
          label={label}
          items={items}
          opener={opener}
          start={start}
          onClose={() => setStart(undefined)}
        />
      )}
    </>
  );
}
