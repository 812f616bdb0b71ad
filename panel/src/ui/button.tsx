import type { ComponentProps } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-outline';
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong/50 bg-surface text-ink shadow-card hover:bg-hover',
  ghost: 'text-ink-muted hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
  'danger-outline': 'border border-danger bg-surface text-red-ink hover:bg-hover',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 text-sm',
  md: 'min-h-9 px-4 text-base',
  lg: 'min-h-11 px-5 text-base',
};

/** The button classes, also for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex max-w-full shrink-0 cursor-pointer select-none items-center justify-center gap-2 rounded-md',
    'font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default',
    VARIANTS[variant],
    SIZES[size],
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Shows a spinner and ignores presses, but keeps the focus. */
  readonly pending?: boolean;
  readonly pendingLabel?: string;
}

/** A button; `type` is 'button' by default. */
export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  pendingLabel = sharedStrings.processing,
  className,
  children,
  onClick,
  type = 'button',
  'aria-disabled': ariaDisabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || ariaDisabled}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClass(variant, size), className)}
    >
      {pending ? (
        <>
          <Spinner label="" />
          {pendingLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}
