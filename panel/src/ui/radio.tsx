import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface RadioProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The visible content beside the circle, which is its accessible name. */
  readonly children: ReactNode;
  /** Sets the press area around the circle. */
  readonly className?: string;
}

/** A labelled native radio button: of those with one name, one is chosen. */
export function Radio({ children, className, ...input }: RadioProps) {
  return (
    <label className={classNames('flex cursor-pointer items-center gap-2 rounded-md hover:bg-hover', className)}>
      <input {...input} type="radio" className="size-4.5 shrink-0 cursor-pointer accent-accent" />
      {children}
    </label>
  );
}
