import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface StatCellProps {
  label: string;
  /** Undefined while it loads: the cell then has the size it will have, so that nothing moves. */
  value: number | undefined;
  note?: string | undefined;
  change?: { text: string; direction: 'up' | 'down' | 'flat'; comparedWith: string } | undefined;
  className?: string;
}

const CHANGE_CLASSES = {
  up: 'bg-green-soft text-green-ink',
  down: 'bg-red-soft text-red-ink',
  flat: 'bg-neutral-soft text-neutral-ink',
} as const;

/** One number with its label, and below it what explains it. */
export function StatCell({ label, value, note, change, className = '' }: StatCellProps) {
  return (
    <div className={`flex min-w-0 flex-col gap-1 bg-surface px-4 py-3 ${className}`}>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="h-8 font-semibold text-2xl tabular-nums leading-8 tracking-tight">
        {value === undefined ? <Skeleton className="h-6 w-20" /> : formatNumber(value)}
      </dd>
      <dd className="flex min-h-5 flex-wrap items-center gap-x-1.5 gap-y-0.5 text-ink-muted text-xs leading-5">
        {value === undefined && <Skeleton className="h-3 w-28 max-w-full" />}
        {value !== undefined && change && (
          <span className={`rounded px-1.5 font-semibold tabular-nums ${CHANGE_CLASSES[change.direction]}`}>
            {change.text}
          </span>
        )}
        {value !== undefined && (change?.comparedWith ?? note)}
      </dd>
    </div>
  );
}
