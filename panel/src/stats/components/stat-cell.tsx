import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';

/** The change of a metric; the note below says what it is compared with. */
export interface StatChange {
  text: string;
  direction: 'up' | 'down' | 'flat';
}

interface StatCellProps {
  label: string;
  /** Undefined while it loads: the cell keeps its size, so that loading does not shift the layout. */
  value: number | undefined;
  change?: StatChange | undefined;
  note?: ReactNode;
  className?: string;
}

const CHANGE_CLASSES = {
  up: 'bg-green-soft text-green-ink',
  down: 'bg-red-soft text-red-ink',
  flat: 'bg-neutral-soft text-neutral-ink',
} as const;

/** One metric with its label, and an explanation below it. */
export function StatCell({ label, value, change, note, className }: StatCellProps) {
  const loaded = value !== undefined;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1 bg-surface px-3 py-3 sm:px-4', className)}>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="flex h-8 items-center gap-2 font-semibold text-2xl tabular-nums tracking-tight">
        {loaded ? formatNumber(value) : <Skeleton className="h-6 w-20" />}
        {loaded && change && (
          <span
            className={classNames(
              'rounded-sm px-1.5 text-xs leading-5 tracking-normal',
              CHANGE_CLASSES[change.direction],
            )}
          >
            {change.text}
          </span>
        )}
      </dd>
      {/* On a wide screen the cells are narrow: a second line is reserved, whether a large number needs it or not. */}
      <dd className="flex min-h-4 flex-wrap content-start items-center gap-x-3 text-ink-muted text-xs tabular-nums xl:min-h-8">
        {loaded ? note : <Skeleton className="h-3 w-24 max-w-full" />}
      </dd>
    </div>
  );
}
