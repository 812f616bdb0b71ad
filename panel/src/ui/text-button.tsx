import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** The classes of a text link or text button. */
export const TEXT_LINK_CLASS = 'cursor-pointer rounded-sm font-semibold text-accent-ink hover:underline';

interface TextButtonProps extends ComponentProps<'button'> {
  /** `md` on its own line, `sm` within a line of text. */
  readonly size?: 'sm' | 'md';
}

/** A button that looks like a text. */
export function TextButton({ size = 'sm', className, ...button }: TextButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classNames(TEXT_LINK_CLASS, size === 'md' ? 'h-8 px-2' : 'min-h-6', className)}
    />
  );
}
