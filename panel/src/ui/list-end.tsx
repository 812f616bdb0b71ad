import { isUnauthorized } from '../lib/api-error.ts';
import { loadNextPage, type PagedList } from '../lib/load-next-page.ts';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

interface ListEndProps {
  readonly list: PagedList;
  readonly texts: {
    readonly failed: string;
    /** The rows may be outdated; `failed` where it is left out. */
    readonly refreshFailed?: string;
    readonly loading: string;
    readonly more: string;
    /** That there are no more. */
    readonly end?: string | undefined;
  };
  readonly className?: string;
}

/** The end of a list that loads more on request: a button for that, what has failed, or that there is no more. */
export function ListEnd({ list, texts, className = 'items-center p-3' }: ListEndProps) {
  const { error, hasNextPage, isFetchNextPageError } = list;
  const hasFailed = error !== null && !isUnauthorized(error);
  const isOutdated = hasFailed && !isFetchNextPageError;
  if (!hasFailed && !hasNextPage && texts.end === undefined) return null;
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      {hasFailed && (
        <p role="alert" className="text-red-ink text-sm">
          {isOutdated ? (texts.refreshFailed ?? texts.failed) : texts.failed}
        </p>
      )}
      {hasFailed || hasNextPage ? (
        <Button
          onClick={() => void (isOutdated ? list.refetch() : loadNextPage(list))}
          pending={list.isFetchingNextPage || (isOutdated && list.isFetching)}
          pendingLabel={texts.loading}
        >
          {hasFailed ? sharedStrings.retry : texts.more}
        </Button>
      ) : (
        <p className="text-ink-muted text-sm">{texts.end}</p>
      )}
    </div>
  );
}
