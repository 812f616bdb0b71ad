import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isImeKey } from '../lib/ime-key.ts';
import { Button } from './button.tsx';

interface PopoverButtonProps {
  /** The accessible name of what it opens. */
  readonly label: string;
  /** The content of the button. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens fields below it, without a question to answer: Escape, a press elsewhere or going on closes them. */
export function PopoverButton({ label, trigger, children }: PopoverButtonProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector('select')?.focus();
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what happens in the button and the fields arrives here
    <div
      ref={root}
      className="relative"
      onBlur={({ relatedTarget: to, currentTarget }) => {
        if (to && !currentTarget.contains(to)) setIsOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen || isImeKey(event.nativeEvent)) return;
        event.stopPropagation();
        // A day that was typed is taken when the focus leaves its field.
        event.currentTarget.querySelector('button')?.focus();
        setIsOpen(false);
      }}
    >
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {trigger}
      </Button>
      {isOpen && (
        <fieldset
          aria-label={label}
          className="absolute right-0 z-30 mt-1 flex w-72 flex-col gap-3 rounded-lg border border-line bg-raised p-3 shadow-pop"
        >
          {children}
        </fieldset>
      )}
    </div>
  );
}
