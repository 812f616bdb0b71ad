import { Skeleton } from '../../ui/skeleton.tsx';
import { ROW_CLASS } from './grid-cell.tsx';

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

/** Stands where a row will be, of about the same size. */
export function RowSkeleton() {
  return (
    <div aria-hidden="true" className={`${ROW_CLASS} xl:grid-cols-[minmax(0,1fr)_7.5rem_9rem_8rem_5.5rem]`}>
      <span className="flex grow basis-[calc(100%-12rem)] items-center gap-3 xl:basis-auto">
        <Skeleton round className="size-9" />
        <span className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-3.5 w-32 max-w-full" />
          <Skeleton className="h-3 w-48 max-w-full" />
        </span>
      </span>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="h-4 w-28 max-xl:hidden" />
      <Skeleton round className="h-6 w-24" />
      <Skeleton className="ml-auto h-4 w-14" />
    </div>
  );
}

export function RowSkeletons() {
  return (
    <div className="*:last:border-b-0">
      {ROWS.map((row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  );
}
