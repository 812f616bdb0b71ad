import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { CONTROL_CLASS, Field, type FieldProps } from './field.tsx';

/** A textarea without a label: the caller names it. */
export function Textarea({ className, ...textarea }: ComponentProps<'textarea'>) {
  return <textarea {...textarea} className={classNames(CONTROL_CLASS, 'px-3 py-2', className)} />;
}

interface TextareaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id' | keyof FieldProps> {}

/** A labelled textarea. */
export function TextareaField({ label, hideLabel, hint, error, className, ...textarea }: TextareaFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, className }}>
      {(control) => <Textarea {...textarea} {...control} />}
    </Field>
  );
}
