import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

const FRAME = 'border-line bg-raised p-0 text-ink shadow-pop backdrop:bg-backdrop';
const SIZES = {
  md: 'm-auto w-[calc(100%-2rem)] max-w-md rounded-xl border',
  // This size is as high as the window allows, so that no button moves while the content loads.
  page:
    'm-auto w-full max-w-6xl max-sm:h-dvh max-sm:max-h-none ' +
    'sm:h-[calc(100dvh-2rem)] sm:w-[calc(100%-2rem)] sm:rounded-xl sm:border',
  top: 'mx-auto mt-[8dvh] mb-auto w-[calc(100%-1rem)] max-w-xl rounded-xl border',
} as const;
const CONTENT = { md: 'p-6', page: 'min-h-full p-4 sm:p-6', top: 'p-4' } as const;

interface ModalProps {
  readonly title: string;
  /** The message of an alert: screen readers announce it when the dialog opens. Not for a dialog's forms and lists. */
  readonly message?: ReactNode;
  readonly children: ReactNode;
  /** Called for Esc, a press outside the dialog and a step in the browser's history. Not called while `locked`. */
  readonly onDismiss: () => void;
  /** True while an action runs that must not be abandoned. */
  readonly locked?: boolean;
  /** `page` is as large as it can be, and on a narrow screen as large as the window; `top` stays where it is while its content grows. */
  readonly size?: keyof typeof SIZES;
}

/**
 * A native modal dialog: the browser makes the rest inert, and returns the focus when it closes. The focus starts on
 * the first control inside, or on the one marked with `data-initial-focus`.
 */
export function Modal({ title, message, children, onDismiss, locked = false, size = 'md' }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const id = useId();
  const isAlert = message !== undefined;
  const dismiss = useEffectEvent(() => {
    if (!locked) onDismiss();
  });

  // The dialog opens before the next paint: a key pressed right after it has gone belongs to what had the focus before.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
    // Back and forward navigate to another screen, which the dialog would cover.
    window.addEventListener('popstate', dismiss);
    return () => {
      window.removeEventListener('popstate', dismiss);
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // The keyboard dismisses it with Esc, which fires `cancel`.
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
      // A second Esc closes a dialog even if its `cancel` handler prevents it.
      onClose={() => {
        if (locked) dialog.current?.showModal();
        else onDismiss();
      }}
      // Dragging a text selection out of the dialog ends in a click outside it, too.
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (!locked && isPressedBeside.current && event.target === dialog.current) onDismiss();
      }}
      className={classNames(FRAME, SIZES[size])}
    >
      {/* Fills the dialog, so that a press whose target is the dialog itself is outside the content. */}
      <div className={classNames('flex flex-col gap-4', CONTENT[size])}>
        <h2 id={`${id}-title`} className="text-balance font-semibold text-lg">
          {title}
        </h2>
        <div className="flex flex-1 flex-col gap-4 text-base">
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
