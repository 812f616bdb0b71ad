import type { ListedReport, ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isOpenStatus } from '../../../entities/report-status.tsx';
import { isUnauthorized } from '../../../lib/api-error.ts';
import { toDataOrNull } from '../../../lib/endpoint-query.ts';
import type { InfinitePages } from '../../../lib/infinite-pages.ts';
import { useSession } from '../../../lib/session.ts';
import { useLastListSearch } from '../../../lib/use-scroll-position.ts';
import { toast } from '../../../ui/toast.ts';
import { rememberedSearch } from '../../queue/remembered-list.ts';
import { NO_FILTERS, type ReportQuery, reportListUrl } from '../../queue/reports-list.filters.ts';
import { fetchCasePage, fetchReportPage } from '../reports.api.ts';
import { findReport } from '../reports.cache.ts';
import { REPORTS_FEATURE, reportsKeys } from '../reports.keys.ts';
import { reportQuery } from '../reports.queries.ts';
import { findNextReport } from './next-report.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

/** So many further pages of the list are read for the next report to decide; then it is read anew from its beginning. */
const READS_AHEAD = 3;
/** A search for it that takes longer says that it goes on. */
const SAYS_AFTER_MS = 300;
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
  readonly hasPrevious: boolean;
  /** Or the list may have one that is not loaded yet. */
  readonly hasNext: boolean;
  /** The place in the list, from 1; undefined until the list is known. */
  readonly place: number | undefined;
  readonly count: number;
  readonly hasMore: boolean;
  /** The next page is loading. */
  readonly isLoading: boolean;
  readonly stepBack: () => void;
  /** Opens the next report, once the list is loaded so far; a failed load is repeated, and said if it fails again. */
  readonly stepOn: () => void;
  /** Opens the next report that waits for a decision and that no other administrator handles. */
  readonly advance: () => Promise<void>;
  /** It takes a while; there was none; there are only those of other administrators. */
  readonly search: 'looking' | 'done' | 'taken' | undefined;
}

type Row = ListedReport | ReportCase;
const isCase = (row: Row): row is ReportCase => 'newest' in row;
const idOf = (row: Row): string => (isCase(row) ? row.newest._id : row._id);

/** Where no list was opened: what waits, in the order in which the list was read last. */
function usualQueue(): ReportQuery {
  const { filters, grouping } = reportListUrl.parse(new URLSearchParams(rememberedSearch()));
  return { filters: { ...NO_FILTERS, status: 'pending', sort: grouping === '' ? filters.sort : '' }, grouping: '' };
}

function queueFrom(client: QueryClient, search: string): Queue {
  const listed = reportListUrl.parse(new URLSearchParams(search));
  const { filters, grouping } = listed;
  const pages = client.getQueryData<InfinitePages<Row>>(
    grouping === 'subject' ? reportsKeys.caseList(filters) : reportsKeys.list(filters),
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

async function readOn(client: QueryClient, { query: { filters, grouping }, cursor }: Queue) {
  return client.fetchQuery<{ rows: readonly Row[] | null; nextCursor: string | null }>({
    queryKey: grouping === 'subject' ? reportsKeys.casePage(filters, cursor) : reportsKeys.listPage(filters, cursor),
    queryFn: ({ signal }) => (grouping === 'subject' ? fetchCasePage : fetchReportPage)(filters, cursor, signal),
    staleTime: 0,
  });
}

/** The ids after the open report: of the queue, of what follows it in the list, then of the list as it begins now. */
async function* idsAfter(client: QueryClient, queue: Queue, id: string): AsyncGenerator<string, void> {
  yield* queue.ids.slice(queue.ids.indexOf(id) + 1);
  let { cursor } = queue;
  for (let page = 0; cursor !== null && page < READS_AHEAD; page += 1) {
    const { rows, nextCursor } = await readOn(client, { ...queue, cursor });
    yield* (rows ?? []).map(idOf);
    cursor = nextCursor;
  }
  await client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' });
  await client.invalidateQueries({ queryKey: reportsKeys.caseLists, refetchType: 'none' });
  const { rows } = await readOn(client, { ...queue, cursor: null });
  yield* (rows ?? []).map(idOf).filter((each) => each !== id);
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

  /** The visit of the open report: one that is opened again is another. */
  const visit = useRef<object>(undefined);
  useLayoutEffect(() => {
    visit.current = { id };
    return () => {
      visit.current = undefined;
    };
  }, [id]);

  const index = queue?.ids.indexOf(id) ?? -1;
  const hasMore = queue?.hasMore ?? false;
  const navigate = useNavigate();
  // Replaces the history entry, so that the browser's Back leads to the list and not through all visited reports.
  const open = async (report: string | undefined) => {
    if (report !== undefined) await navigate(`/admin/reports/${encodeURIComponent(report)}`, { replace: true });
  };
  const [attempt, setAttempt] = useState(0);
  const isAsked = useRef(false);
  const isReading = useRef(false);
  const [isLoading, setIsLoading] = useState(false);
  const wantsMore = queue !== undefined && hasMore && index !== -1 && index >= queue.ids.length - LOAD_MORE_WITHIN;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is retried with the next step
  useEffect(() => {
    if (!wantsMore || queue === undefined) return;
    let isCurrent = true;
    const end = () => {
      isAsked.current = false;
      isReading.current = false;
      setIsLoading(false);
    };
    isReading.current = true;
    setIsLoading(true);
    readOn(client, queue).then(
      ({ rows, nextCursor }) => {
        if (!isCurrent) return;
        const ids = [...new Set([...queue.ids, ...(rows?.map(idOf) ?? [])])];
        setQueue({ ...queue, ids, cursor: nextCursor, hasMore: nextCursor !== null });
        if (isAsked.current) void open(ids[ids.indexOf(id) + 1]);
        end();
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (isAsked.current && !isUnauthorized(error)) toast.error(strings.listFailed);
        end();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, wantsMore, queue, id, attempt]);

  const next = index === -1 ? undefined : queue?.ids[index + 1];
  useEffect(() => {
    if (isShown && next !== undefined) void client.prefetchQuery(reportQuery(next));
  }, [client, isShown, next]);

  const adminId = useSession()?.adminId;
  // The state of the search, with the report after which it looks.
  const [finding, setFinding] = useState<{ readonly id: string; readonly state: ReportQueue['search'] }>();
  async function advance(): Promise<void> {
    if (queue === undefined || index === -1) return;
    const begun = visit.current;
    const timer = setTimeout(() => setFinding({ id, state: 'looking' }), SAYS_AFTER_MS);
    try {
      const found = await findNextReport({
        ids: idsAfter(client, queue, id),
        // Where decided reports are listed, the next one is the next.
        isWanted: (status) => isOpenStatus(status) || status === queue.query.filters.status,
        adminId,
        known: (each) => findReport(client, each),
        read: async (each) => toDataOrNull(await client.fetchQuery(reportQuery(each))),
      });
      clearTimeout(timer);
      if (found.id === undefined) return setFinding({ id, state: found.areTaken ? 'taken' : 'done' });
      setFinding(undefined);
      // Where the browser has gone elsewhere meanwhile, it stays there.
      if (visit.current !== begun) return;
      await open(found.id);
    } catch (error) {
      clearTimeout(timer);
      setFinding(undefined);
      // The report that the search was reading may have been left, which ends the call.
      if (visit.current === begun) throw error;
    }
  }

  return {
    advance: () => advance().catch((error: unknown) => void (isUnauthorized(error) || toast.error(strings.nextFailed))),
    search: finding?.id === id ? finding.state : undefined,
    hasPrevious: index > 0,
    hasNext: next !== undefined || hasMore,
    place: index === -1 ? undefined : index + 1,
    count: queue?.ids.length ?? 0,
    hasMore,
    isLoading,
    stepBack: () => void open(index > 0 ? queue?.ids[index - 1] : undefined),
    stepOn: () => {
      if (next !== undefined) return void open(next);
      if (!wantsMore) return;
      isAsked.current = true;
      // Not by the state: a press may come between the end of a load and the render that shows it.
      if (!isReading.current) setAttempt((before) => before + 1);
    },
  };
}
