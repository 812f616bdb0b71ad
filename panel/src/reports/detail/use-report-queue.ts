import type { Report, ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isOpenStatus } from '../../entities/report-status.tsx';
import { isUnauthorized } from '../../lib/api-error.ts';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import { useLastListSearch } from '../../lib/use-scroll-position.ts';
import { toast } from '../../ui/toast.ts';
import { rememberedSearch } from '../list/remembered-list.ts';
import { NO_FILTERS, type ReportQuery, reportListUrl } from '../list/reports-list.filters.ts';
import { fetchCasePage, fetchReportPage } from '../reports.api.ts';
import { REPORTS_FEATURE, reportsKeys } from '../reports.keys.ts';
import { reportQuery } from '../reports.queries.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

/** So many further reports of the list are looked at for one that is still open; then the list is asked again. */
const LOOKS_AHEAD = 10;
/** More of the list is loaded when fewer reports than this remain in the queue. */
const LOAD_MORE_WITHIN = 3;

/** The list as it was when a report was opened from it: reports decided since keep their position here. */
interface Queue {
  readonly query: ReportQuery;
  readonly ids: readonly string[];
  /** The cursor of the next page; null for the first. */
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

export interface ReportQueue {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** From 1; undefined until the list is known. */
  readonly place: number | undefined;
  readonly count: number;
  readonly hasMore: boolean;
  /** The next page is loading. */
  readonly isLoading: boolean;
  /** Retries loading after a failure; shows a message if it fails again. */
  readonly loadMore: () => void;
  /** Opens the next report that waits for a decision. */
  readonly advance: () => Promise<void>;
  /** There was none. */
  readonly isDone: boolean;
}

const isCase = (row: Report | ReportCase): row is ReportCase => 'newest' in row;
const idOf = (row: Report | ReportCase): string => (isCase(row) ? row.newest._id : row._id);

/** Where no list was opened: what waits, in the order in which the list was read last. */
function usualQueue(): ReportQuery {
  const { filters, isGrouped } = reportListUrl.parse(new URLSearchParams(rememberedSearch()));
  return { filters: { ...NO_FILTERS, status: 'pending', sort: isGrouped ? '' : filters.sort }, isGrouped: false };
}

function queueFrom(client: QueryClient, search: string): Queue {
  const listed = reportListUrl.parse(new URLSearchParams(search));
  const { filters, isGrouped } = listed;
  const pages = client.getQueryData<InfinitePages<Report | ReportCase>>(
    isGrouped ? reportsKeys.caseList(filters) : reportsKeys.list(filters),
  )?.pages;
  const ids = pages?.flatMap(({ rows }) => rows ?? []).map(idOf) ?? [];
  const cursor = pages?.at(-1)?.nextCursor ?? null;
  const query = pages === undefined && search === '' ? usualQueue() : listed;
  return { query, ids: [...new Set(ids)], cursor, hasMore: pages === undefined || cursor !== null };
}

/** The queue with one more report: after the one that was open before, or at the start. */
function withReport(queue: Queue, id: string, before: string | undefined): Queue {
  const at = before === undefined ? 0 : queue.ids.indexOf(before) + 1;
  return { ...queue, ids: queue.ids.toSpliced(at, 0, id) };
}

async function readOn(client: QueryClient, { query: { filters, isGrouped }, cursor }: Queue) {
  return client.fetchQuery<{ rows: readonly (Report | ReportCase)[] | null; nextCursor: string | null }>({
    queryKey: isGrouped ? reportsKeys.casePage(filters, cursor) : reportsKeys.listPage(filters, cursor),
    queryFn: ({ signal }) => (isGrouped ? fetchCasePage : fetchReportPage)(filters, cursor, signal),
  });
}

/** The next report that waits for a decision: after the open one, or else wherever the list has one now. */
async function findOpen(client: QueryClient, queue: Queue, id: string): Promise<string | undefined> {
  const { filters } = queue.query;
  // Where decided reports are listed, the next one is the next.
  const isWanted = (status: string) => isOpenStatus(status) || status === filters.status;
  for (const next of queue.ids.slice(queue.ids.indexOf(id) + 1).slice(0, LOOKS_AHEAD)) {
    const report = await client.fetchQuery(reportQuery(next));
    if (report && isWanted(report.status)) return next;
  }
  await client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' });
  await client.invalidateQueries({ queryKey: reportsKeys.caseLists, refetchType: 'none' });
  const { rows } = await readOn(client, { ...queue, cursor: null });
  const open = rows
    ?.map((row) => (isCase(row) ? row.newest : row))
    .find((row) => row._id !== id && isWanted(row.status));
  return open?._id;
}

/**
 * The previous and next report in the list; the next one is prefetched. A report that is not in the list, opened by a
 * link or a notification, is followed by the list with its last filters.
 * @param isShown the report itself has been loaded
 */
export function useReportQueue(id: string, isShown: boolean): ReportQueue {
  const client = useQueryClient();
  const search = useLastListSearch(REPORTS_FEATURE);
  const [queue, setQueue] = useState<Queue>();
  const [opened, setOpened] = useState<string>();
  // The list stores its last query string when it unmounts, which is after this screen's first render.
  const [isListLeft, setIsListLeft] = useState(false);
  useLayoutEffect(() => setIsListLeft(true), []);
  if (isListLeft && opened !== id) {
    setOpened(id);
    const known = queue ?? queueFrom(client, search);
    if (known !== queue || !known.ids.includes(id)) {
      setQueue(known.ids.includes(id) ? known : withReport(known, id, opened));
    }
  }

  const current = useRef<string | undefined>(id);
  useEffect(() => {
    current.current = id;
    return () => {
      current.current = undefined;
    };
  }, [id]);

  const index = queue?.ids.indexOf(id) ?? -1;
  const hasMore = queue?.hasMore ?? false;
  const [attempt, setAttempt] = useState(0);
  const isAsked = useRef(false);
  const [isLoading, setIsLoading] = useState(false);
  const wantsMore = queue !== undefined && hasMore && index !== -1 && index >= queue.ids.length - LOAD_MORE_WITHIN;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is retried with the next step
  useEffect(() => {
    if (!wantsMore || queue === undefined) return;
    let isCurrent = true;
    setIsLoading(true);
    readOn(client, queue)
      .then(
        ({ rows, nextCursor }) => {
          if (!isCurrent) return;
          const ids = [...new Set([...queue.ids, ...(rows?.map(idOf) ?? [])])];
          setQueue({ ...queue, ids, cursor: nextCursor, hasMore: nextCursor !== null });
        },
        (error: unknown) => {
          if (isCurrent && isAsked.current && !isUnauthorized(error)) toast.error(strings.listFailed);
        },
      )
      .finally(() => {
        if (!isCurrent) return;
        isAsked.current = false;
        setIsLoading(false);
      });
    return () => {
      isCurrent = false;
    };
  }, [client, wantsMore, queue, id, attempt]);

  const next = index === -1 ? undefined : queue?.ids[index + 1];
  useEffect(() => {
    if (isShown && next !== undefined) void client.prefetchQuery(reportQuery(next));
  }, [client, isShown, next]);

  const navigate = useNavigate();
  // Of the report for which it was found out.
  const [doneAt, setDoneAt] = useState<string>();
  async function advance(): Promise<void> {
    if (queue === undefined || index === -1) return;
    const found = await findOpen(client, queue, id);
    if (found === undefined) return setDoneAt(id);
    // Where the browser has gone elsewhere meanwhile, it stays there.
    if (current.current !== id) return;
    await navigate(`/admin/reports/${encodeURIComponent(found)}`, { replace: true });
  }

  return {
    advance: () => advance().catch((error: unknown) => void (isUnauthorized(error) || toast.error(strings.nextFailed))),
    isDone: doneAt === id,
    previous: index > 0 ? queue?.ids[index - 1] : undefined,
    next,
    place: index === -1 ? undefined : index + 1,
    count: queue?.ids.length ?? 0,
    hasMore,
    isLoading,
    loadMore: () => {
      if (!wantsMore) return;
      isAsked.current = true;
      if (!isLoading) setAttempt((before) => before + 1);
    },
  };
}
