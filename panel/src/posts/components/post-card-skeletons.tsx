import { LoadingNote, Skeleton } from '../../ui/loading.tsx';

const CARDS = ['1', '2', '3'] as const;

/** Placeholder of loading posts. */
export function PostCardSkeletons({ label }: { readonly label: string }) {
  return (
    <div>
      <LoadingNote text={label} />
      {CARDS.map((card) => (
        <div key={card} aria-hidden="true" className="flex flex-col gap-3 border-line border-b p-4 last:border-b-0">
          <div className="flex items-center gap-3">
            <Skeleton round className="size-9" />
            <div className="flex flex-col gap-2">
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-44" />
            </div>
          </div>
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      ))}
    </div>
  );
}
