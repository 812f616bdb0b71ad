import { formatNumber } from '../lib/format.ts';
import { classNames } from './class-names.ts';

const TONES = {
  accent: 'bg-accent text-on-accent',
  danger: 'bg-danger font-semibold text-on-danger',
} as const;

interface CountBadgeProps {
  readonly tone: keyof typeof TONES;
  readonly count: number;
  /** A higher count is shown as this one and a plus. */
  readonly cap?: number;
  /** The accessible text in place of the number; omit it where the surrounding text includes the count. */
  readonly label?: string;
  readonly className?: string;
}

/** A number on a coloured background. */
export function CountBadge({ tone, count, cap = Infinity, label, className }: CountBadgeProps) {
  return (
    <span
      className={classNames(
        'min-w-5 shrink-0 rounded-full px-1 text-center text-xs leading-5 tabular-nums',
        TONES[tone],
        className,
      )}
    >
      <span aria-hidden="true">{count > cap ? `${cap}+` : formatNumber(count)}</span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
