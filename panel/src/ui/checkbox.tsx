import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: string;
  /** What is seen beside the box, if not the label. */
  readonly children?: ReactNode;
  /** Says how far around the box a press counts. */
  readonly className?: string;
}

/** A labelled native checkbox. */
export function Checkbox({ label, children = label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('flex cursor-pointer items-center gap-2', className)}>
      <input
        {...input}
        type="checkbox"
        aria-label={children === label ? undefined : label}
        className="size-4.5 shrink-0 cursor-pointer accent-accent"
      />
      {children}
    </label>
  );
}
