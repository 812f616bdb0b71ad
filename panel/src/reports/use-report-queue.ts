import type { Report, ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { ListPages } from '../lib/list-pages.ts';
import { useLastListSearch } from '../lib/use-list-place.ts';
import { fetchCasePage, fetchReportPage } from './reports.api.ts';
import { parseReportQuery, type ReportQuery } from './reports.filters.ts';
import { REPORTS_FEATURE, reportsKeys } from './reports.keys.ts';
import { reportQuery } from './reports.queries.ts';

/** Reports left in the queue when more of the list is read. */
const READ_AHEAD = 3;

/** The list one came from as it was then: what is decided since may have left it, but keeps its place here. */
interface Queue {
  readonly query: ReportQuery;
  readonly ids: readonly string[];
  /** Where the list goes on; null at its end. */
  readonly cursor: string | null;
}

export interface ReportQueue {
  readonly previous: string | undefined;
  readonly next: string | undefined;
  /** From 1; undefined for a report that is not in the list. */
  readonly place: number | undefined;
  readonly count: number;
  readonly hasMore: boolean;
}

const isCase = (row: Report | ReportCase): row is ReportCase => 'newest' in row;
const idOf = (row: Report | ReportCase): string => (isCase(row) ? row.newest._id : row._id);

function queueFrom(client: QueryClient, search: string): Queue {
  const query = parseReportQuery(new URLSearchParams(search));
  const { filters, isGrouped } = query;
  const pages = client.getQueryData<ListPages<Report | ReportCase>>(
    isGrouped ? reportsKeys.caseList(filters) : reportsKeys.list(filters),
  )?.pages;
  const ids = pages?.flatMap(({ rows }) => rows ?? []).map(idOf) ?? [];
  return { query, ids: [...new Set(ids)], cursor: pages?.at(-1)?.nextCursor ?? null };
}

async function readOn(client: QueryClient, { query: { filters, isGrouped }, ids, cursor }: Queue) {
  const page = await client.fetchQuery<{ rows: readonly (Report | ReportCase)[] | null; nextCursor: string | null }>({
    queryKey: isGrouped ? reportsKeys.casePage(filters, cursor) : reportsKeys.listPage(filters, cursor),
    queryFn: ({ signal }) => (isGrouped ? fetchCasePage : fetchReportPage)(filters, cursor, signal),
  });
  return { ids: [...new Set([...ids, ...(page.rows?.map(idOf) ?? [])])], cursor: page.nextCursor };
}

/**
 * The reports before and after one in the list one came from; the next one is fetched ahead.
 * @param isShown the report itself has been read
 */
export function useReportQueue(id: string, isShown: boolean): ReportQueue {
  const client = useQueryClient();
  const search = useLastListSearch(REPORTS_FEATURE);
  const [queue, setQueue] = useState<Queue>();
  // The list tells where it was left only when it goes, which is after this screen's first rendering.
  const [isListLeft, setIsListLeft] = useState(false);
  useLayoutEffect(() => setIsListLeft(true), []);
  if (isListLeft && queue === undefined) setQueue(queueFrom(client, search));

  const index = queue?.ids.indexOf(id) ?? -1;
  const cursor = queue?.cursor ?? null;
  const wantsMore = queue !== undefined && index !== -1 && index >= queue.ids.length - READ_AHEAD && cursor !== null;
  useEffect(() => {
    if (!wantsMore || queue === undefined) return;
    let isCurrent = true;
    // What cannot be read now is tried again with the next step.
    readOn(client, queue).then(
      (more) => isCurrent && setQueue({ ...queue, ...more }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, wantsMore, queue]);

  const next = index === -1 ? undefined : queue?.ids[index + 1];
  useEffect(() => {
    if (isShown && next !== undefined) void client.prefetchQuery(reportQuery(next));
  }, [client, isShown, next]);

  return {
    previous: index > 0 ? queue?.ids[index - 1] : undefined,
    next,
    place: index === -1 ? undefined : index + 1,
    count: queue?.ids.length ?? 0,
    hasMore: cursor !== null,
  };
}
