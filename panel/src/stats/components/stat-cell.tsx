import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';

interface StatCellProps {
  label: string;
  /** Undefined while it loads: the cell keeps its size, so that loading does not shift the layout. */
  value: number | undefined;
  /** The change of the metric, neither good nor bad; the note says what it is compared with. */
  change?: string | undefined;
  note?: ReactNode;
  className?: string;
}

/** One metric with its label, and an explanation below it. */
export function StatCell({ label, value, change, note, className }: StatCellProps) {
  const loaded = value !== undefined;
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1 bg-surface px-3 py-3 sm:px-4', className)}>
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="flex h-8 items-center gap-2 font-semibold text-2xl tabular-nums tracking-tight">
        {loaded ? formatNumber(value) : <Skeleton className="h-6 w-20" />}
        {loaded && change && (
          <span className="rounded-sm bg-neutral-soft px-1.5 text-neutral-ink text-xs leading-5 tracking-normal">
            {change}
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
