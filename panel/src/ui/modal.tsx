import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

interface ModalProps {
  readonly title: string;
  /** What an alert asks: read out as it opens, which a dialog's forms and lists must not be. */
  readonly message?: ReactNode;
  readonly children: ReactNode;
  /** Esc, a press beside the dialog, a step in the browser's history. Not called while `locked`. */
  readonly onDismiss: () => void;
  /** True while something runs that must not be abandoned. */
  readonly locked?: boolean;
  readonly className?: string;
}

/**
 * A native modal dialog: the browser makes the rest inert, and the focus goes back to where it came from. It starts on
 * the first control inside, or on the one marked with `data-initial-focus`.
 */
export function Modal({ title, message, children, onDismiss, locked = false, className }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const id = useId();
  const isAlert = message !== undefined;
  const dismiss = useEffectEvent(() => {
    if (!locked) onDismiss();
  });

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    // Back and forward lead to another place, over which the dialog would stand.
    window.addEventListener('popstate', dismiss);
    return () => {
      window.removeEventListener('popstate', dismiss);
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // The keyboard's way to dismiss it is Esc, which arrives as `cancel`.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={isAlert ? `${id}-message` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onDismiss();
      }}
      // A second Esc closes a dialog whatever its `cancel` handler says.
      onClose={() => {
        if (locked) dialog.current?.showModal();
        else onDismiss();
      }}
      // A text selection that is dragged out of the dialog ends in a click beside it, too.
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (!locked && isPressedBeside.current && event.target === dialog.current) onDismiss();
      }}
      className={classNames(
        'm-auto w-[calc(100%-2rem)] max-w-md rounded-xl border border-line bg-raised p-0 text-ink shadow-pop',
        'backdrop:bg-backdrop',
        className,
      )}
    >
      {/* Fills the dialog, so that a press on the dialog itself is one beside it. */}
      <div className="flex flex-col gap-4 p-6">
        <h2 id={`${id}-title`} className="text-balance font-semibold text-lg">
          {title}
        </h2>
        <div className="flex flex-col gap-4 text-base">
          {isAlert && (
            <div id={`${id}-message`} className="text-ink-muted">
              {message}
            </div>
          )}
          {children}
        </div>
      </div>
    </dialog>
  );
}
