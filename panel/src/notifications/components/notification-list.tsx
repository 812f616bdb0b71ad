import { BellOff } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { useRowKeys } from '../../lib/row-keys.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { groupNotifications, type NotificationGroup } from '../notification-groups.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';
import type { NotificationActions } from '../use-notification-actions.tsx';
import type { Notifications } from '../use-notifications.ts';
import { NotificationItem } from './notification-item.tsx';

const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6'] as const;
/** Distance from the end at which older ones are loaded. */
const AHEAD = '600px';

interface NotificationListProps {
  readonly notifications: Notifications;
  readonly actions: NotificationActions;
}

function ListSkeleton() {
  return (
    <>
      <LoadingNote text={strings.loading} />
      {SKELETON_ROWS.map((row) => (
        <div
          key={row}
          className="flex items-center gap-3 border-line border-b px-3 py-2 last:border-b-0 sm:px-4 md:h-14"
        >
          <Skeleton round className="size-10" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-48 max-w-full" />
            <Skeleton className="h-3 w-64 max-w-full" />
          </span>
        </div>
      ))}
    </>
  );
}

/** Loads older ones when it is near the screen, and again if it still is when loading has ended. */
function More({ isReading, onNear }: { readonly isReading: boolean; readonly onNear: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = line.current;
    if (!element || isReading) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && near(), {
      rootMargin: AHEAD,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isReading]);
  return (
    <p ref={line} className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
      <Spinner label="" />
      {strings.loadingMore}
    </p>
  );
}

function ListEnd({ view, feed, retry }: Notifications) {
  if (view.error !== undefined) {
    return <InlineError message={strings.loadFailed} onRetry={retry} retrying={view.isReading} />;
  }
  if (view.hasMore) return <More isReading={view.isReading} onNear={() => feed?.loadMore()} />;
  return <p className="flex min-h-14 items-center justify-center px-4 text-ink-muted text-sm">{strings.endOfList}</p>;
}

/** Moves the focus to a notification that is so many after the one which has it, or to the first. */
function focusBy(list: HTMLElement | null, rows: number): void {
  const items = [...(list?.children ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = at === -1 ? items[0] : items[at + rows];
  next?.querySelector('button')?.focus();
}

/** The notifications, or the loading, empty or error state. */
export function NotificationList({ notifications, actions }: NotificationListProps) {
  const { view, retry } = notifications;
  const list = useRef<HTMLUListElement>(null);
  const groups = useMemo(() => groupNotifications(view.notifications), [view.notifications]);
  const { open, remove } = actions;
  const keys = useRowKeys({ moveBy: (rows) => focusBy(list.current, rows) });
  const latest = useRef({ open, remove });
  useEffect(() => {
    latest.current = { open, remove };
  });
  // Stable, so that a new notification renders one row and not all of them.
  const onOpen = useCallback((group: NotificationGroup) => latest.current.open(group), []);
  const onRemove = useCallback((group: NotificationGroup) => {
    const row = list.current?.querySelector(`[data-notification="${CSS.escape(group.key)}"]`);
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    void latest.current.remove(group).then((isRemoved) => {
      // The pressed button was removed with its row.
      if (isRemoved) (neighbour?.querySelector<HTMLElement>('button') ?? list.current)?.focus();
    });
  }, []);

  if (view.status === 'failed') {
    return (
      <ErrorState
        message={strings.loadFailed}
        onRetry={isUnauthorized(view.error) ? undefined : retry}
        retrying={view.isReading}
      />
    );
  }
  if (view.status === 'loading') return <ListSkeleton />;
  if (view.notifications.length === 0 && !view.hasMore) return <EmptyState icon={BellOff} title={strings.empty} />;
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={strings.list} aria-keyshortcuts={keys} className="outline-none">
        {groups.map((group) => (
          <NotificationItem key={group.key} group={group} onOpen={onOpen} onRemove={onRemove} />
        ))}
      </ul>
      <ListEnd {...notifications} />
    </>
  );
}
