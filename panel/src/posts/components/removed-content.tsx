import { REMOVED_CONTENT_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { RemovedContent as Removed } from '@hai-dang/contract/posts/posts.schema.ts';
import { useRef, useState } from 'react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useRestoreContent } from '../posts.mutations.ts';
import { useRemovedContent } from '../posts.queries.ts';
import { postsStrings as strings } from '../posts.strings.ts';

const SHOWN_AT_FIRST = 5;

const nameOf = ({ title, content }: Removed): string =>
  title?.trim() || content.trim().split('\n', 1)[0] || strings.untitled;

/** The removed content of a user, for as long as it can be restored; nothing where there is none. */
export function RemovedContent({ userId }: { readonly userId: string }) {
  const { data, error, isFetching, refetch } = useRemovedContent(userId);
  const restore = useRestoreContent(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWhole, setIsWhole] = useState(false);

  if (error && !data) {
    if (isUnauthorized(error)) return null;
    return (
      <Card title={strings.removedTitle}>
        <InlineError message={strings.removedFailed} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  if (!data || data.items.length === 0) return null;
  const { items, isCut } = data;
  const shown = isWhole ? items : items.slice(0, SHOWN_AT_FIRST);

  function onRestore(item: Removed): void {
    restore.mutate(item);
    // The pressed button is removed with its row.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <Card title={`${strings.removedTitle} (${formatNumber(items.length)})`} headingRef={heading}>
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((item) => (
          <Row key={item._id} item={item} isPending={restore.isPending} onRestore={() => onRestore(item)} />
        ))}
      </ul>
      {shown.length < items.length && (
        <TextButton className="self-start text-sm" onClick={() => setIsWhole(true)}>
          {strings.showAllRemoved(formatNumber(items.length))}
        </TextButton>
      )}
      {isCut && (
        <p className="text-ink-muted text-sm">{strings.removedCut(formatNumber(REMOVED_CONTENT_LIST_LIMIT))}</p>
      )}
    </Card>
  );
}

interface RowProps {
  readonly item: Removed;
  readonly isPending: boolean;
  readonly onRestore: () => void;
}

function Row({ item, isPending, onRestore }: RowProps) {
  const { itemType, removedAt, restorableUntil } = item;
  const name = nameOf(item);
  const until =
    restorableUntil === null ? strings.restorableOpen : strings.restorableUntil(formatDateTimeShort(restorableUntil));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="flex min-w-0 flex-1 basis-60 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <Badge className="shrink-0">{strings.removedTitle}</Badge>
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
        </span>
        <span className="text-ink-muted text-sm tabular-nums">
          {strings.removedKinds[itemType]} · {strings.removedAt(formatDateTimeShort(removedAt))} · {until}
        </span>
      </div>
      <Button size="sm" disabled={isPending} aria-label={strings.restoreOf(name)} onClick={onRestore}>
        {strings.restore}
      </Button>
    </li>
  );
}
