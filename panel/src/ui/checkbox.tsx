import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: string;
  /** The visible content beside the box. Default: the label. */
  readonly children?: ReactNode;
  /** Sets the press area around the box. */
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
