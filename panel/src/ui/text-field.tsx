import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL_CLASS, Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'size' | 'id' | keyof FieldProps> {
  /** Rendered inside the box, before and after the text. */
  readonly leading?: ReactNode;
  readonly trailing?: ReactNode;
  readonly size?: 'md' | 'lg';
}

/** A labelled text input. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  className,
  leading,
  trailing,
  size = 'md',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, className }}>
      {(control) => (
        <div className="relative">
          {leading !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-ink-muted">
              {leading}
            </span>
          )}
          <input
            {...input}
            {...control}
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
      )}
    </Field>
  );
}
