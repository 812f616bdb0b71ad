import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  accent: 'bg-accent-soft text-accent-ink',
  amber: 'bg-amber-soft text-amber-ink',
  red: 'bg-red-soft text-red-ink',
} as const;

/** A `bar` has its buttons beside the text. */
const SIZES = {
  md: 'rounded-md px-3 py-2',
  lg: 'rounded-lg px-4 py-3',
  bar: 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-2',
} as const;

interface CalloutProps extends ComponentProps<'div'> {
  readonly tone: keyof typeof TONES;
  readonly size?: keyof typeof SIZES;
}

/** A message on a coloured background. With role `alert` or `status` screen readers announce it when it appears. */
export function Callout({ tone, size = 'md', className, ...div }: CalloutProps) {
  return <div {...div} className={classNames('text-sm', SIZES[size], TONES[tone], className)} />;
}

/** The error of a form, announced by screen readers when it appears; nothing without children. */
export function FormAlert({ children }: { readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <Callout tone="red" role="alert" className="font-semibold">
      {children}
    </Callout>
  );
}
