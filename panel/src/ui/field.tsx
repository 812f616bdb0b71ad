import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** The classes of a text or select box. */
export const CONTROL_CLASS =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink ' +
  'transition-colors placeholder:text-ink-muted hover:border-ink-muted aria-invalid:border-danger ' +
  'disabled:cursor-not-allowed disabled:opacity-50';

export interface FieldProps {
  readonly label: string;
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** The props that link a control to its label and its hint or error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control between its label and its hint or error. */
export function Field({ label, hideLabel = false, hint, error, className, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const hasError = error !== undefined;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-semibold text-sm'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': hasError || undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p
          // As a new element the error is announced even if the focus stays in the box.
          key={String(hasError)}
          id={noteId}
          role={hasError ? 'alert' : undefined}
          className={classNames('text-sm', hasError ? 'text-red-ink' : 'text-ink-muted')}
        >
          {note}
        </p>
      )}
    </div>
  );
}
