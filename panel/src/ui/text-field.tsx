import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** The look of a box one types or chooses in. */
export const CONTROL_CLASS =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink ' +
  'transition-colors placeholder:text-ink-muted hover:border-ink-muted aria-invalid:border-danger ' +
  'disabled:cursor-not-allowed disabled:opacity-60';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  readonly label: string;
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Stands inside the box, before and after the text. */
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  readonly size?: 'md' | 'lg';
}

/** A labelled text input with its hint and error tied to it. */
export function TextField({
  label,
  hideLabel = false,
  hint,
  error,
  leading,
  trailing,
  className,
  size = 'md',
  id,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={inputId} className={hideLabel ? 'sr-only' : 'font-semibold text-sm'}>
        {label}
      </label>
      <div className="relative">
        {leading !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-ink-muted">
            {leading}
          </span>
        )}
        <input
          {...input}
          id={inputId}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          className={classNames(
            CONTROL_CLASS,
            size === 'lg' ? 'h-11' : 'h-9',
            leading === undefined ? 'pl-3' : 'pl-9',
            trailing === undefined ? 'pr-3' : 'pr-16',
          )}
        />
        {trailing !== undefined && (
          <span className="absolute inset-y-0 right-0 flex items-center justify-center pr-1">{trailing}</span>
        )}
      </div>
      {note !== undefined && (
        <p
          // As another element the error is read out even where the focus stays in the box.
          key={error === undefined ? 'hint' : 'error'}
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={classNames('text-sm', error === undefined ? 'text-ink-muted' : 'text-red-ink')}
        >
          {note}
        </p>
      )}
    </div>
  );
}
