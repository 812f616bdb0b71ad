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
  /** What is read out in place of the number; nothing where what stands around says it. */
  readonly label?: string;
  readonly className?: string;
}

/** A number on a spot of colour. */
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
