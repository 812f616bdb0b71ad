import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { reportChanged, reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { toListPage } from '../../lib/infinite-pages.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { createEventHandlers } from '../../lib/socket-events.ts';
import { SAMPLE_REPORT, SAMPLE_REPORT_DETAIL } from '../../testing/samples.ts';
import { NO_FILTERS, type ReportFilters } from '../queue/reports-list.filters.ts';
import type { ReportPages } from '../queue/reports-list.pages.ts';
import { findReport } from './reports.cache.ts';
import { reportsKeys } from './reports.keys.ts';
import { followReports, onReportChanged, onReportRemoved } from './reports.realtime.ts';

const EVENTS = { reportChanged, reportRemoved };
const item = { itemType: 'Post', itemId: 'post' } as const;
const report: Report = SAMPLE_REPORT;
const DETAIL: EndpointResponse<typeof getReport> = { success: true, data: SAMPLE_REPORT_DETAIL };
const PENDING: ReportFilters = { ...NO_FILTERS, status: 'pending' };

function clientWith(...filters: ReportFilters[]): QueryClient {
  const client = new QueryClient();
  for (const each of filters) {
    const counts = { pending: 1, reviewing: 0, resolved: 0, rejected: 0 };
    const page = toListPage([report], { total: 1, totalRelation: 'eq', nextCursor: null }, { counts, isWhole: false });
    client.setQueryData<ReportPages>(reportsKeys.list(each), { pages: [page], pageParams: [null] });
  }
  return client;
}

const firstPage = (client: QueryClient, filters: ReportFilters) =>
  client.getQueryData<ReportPages>(reportsKeys.list(filters))?.pages[0];

describe('followReports, onReportChanged, onReportRemoved', () => {
  test('onReportChanged: the last version is shown, for any order and repetition of events', () => {
    const change = fc.record({
      version: fc.integer({ min: 1, max: 9 }),
      status: fc.constantFrom(...REPORT_STATUSES),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(change, { selector: ({ version }) => version, minLength: 1 }),
        fc.nat(),
        (all, seed) => {
          const client = clientWith(NO_FILTERS, PENDING);
          const shuffled = [...all, ...all].sort((a, b) => ((a.version * seed) % 7) - ((b.version * seed) % 7));
          for (const event of shuffled) {
            onReportChanged(client, { reportId: report._id, ...item, ...event });
          }
          const last = all.toSorted((a, b) => b.version - a.version)[0];
          const expected = last && last.version > 1 ? last : { status: 'pending', version: 1 };
          expect(findReport(client, report._id)).toMatchObject(expected);
          // The row stays while the user may aim at it, although it no longer matches the filter.
          expect(firstPage(client, PENDING)?.rows).toHaveLength(1);
        },
      ),
    );
  });

  test('onReportRemoved: removes the report from every list, and from the new reports', () => {
    const client = clientWith(NO_FILTERS, PENDING);
    client.setQueryData(reportsKeys.newReports, [{ reportId: report._id, ...item, at: 1 }]);
    onReportRemoved(client, { reportId: report._id, ...item });
    for (const filters of [NO_FILTERS, PENDING]) {
      expect(firstPage(client, filters)).toMatchObject({ rows: [], count: 0, total: 0 });
    }
    expect(client.getQueryData(reportsKeys.newReports)).toEqual([]);
  });

  test('onReportRemoved: stores the id for selections, whether a list has the report or not', () => {
    const client = clientWith(NO_FILTERS);
    for (const reportId of [report._id, 'far away', report._id]) onReportRemoved(client, { reportId, ...item });
    expect(client.getQueryData(reportsKeys.removed)).toEqual([report._id, 'far away']);
  });

  test('many events in a row: the list of subjects is refetched once at first and once for all others', async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    let reads = 0;
    const list = new QueryObserver(client, {
      queryKey: reportsKeys.caseList(NO_FILTERS),
      queryFn: () => {
        reads += 1;
        return { pages: [], pageParams: [] };
      },
    });
    const leave = list.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toBe(1);
    const handlers = createEventHandlers();
    const end = followReports({ on: handlers.on, onConnected: () => () => undefined }, client);
    client.setQueryData(reportsKeys.detail(report._id), DETAIL);
    for (let version = 2; version < 300; version += 1) {
      handlers.deliver(reportChanged.name, { reportId: report._id, version, status: 'resolved', ...item });
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(reads).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toBe(3);
    expect(client.getQueryState(reportsKeys.detail(report._id))?.isInvalidated).toBe(true);
    end();
    leave();
    client.clear();
    vi.useRealTimers();
  });

  test.each(['reportChanged', 'reportRemoved'] as const)(
    '%s: a list that is being loaded is fetched again',
    async (name) => {
      const client = createQueryClient();
      const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
      let fetches = 0;
      const queryKey = reportsKeys.list(PENDING);
      const queryFn = () => responses[fetches++]?.promise ?? 'too many';
      const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
      const handlers = createEventHandlers();
      const end = followReports({ on: handlers.on, onConnected: () => () => undefined }, client);
      const change = name === 'reportChanged' ? { version: 2, status: 'resolved' } : {};
      handlers.deliver(EVENTS[name].name, { reportId: report._id, ...item, ...change });
      responses[0]?.resolve('before the change');
      await vi.waitFor(() => expect(fetches).toBe(2));
      responses[1]?.resolve('after the change');
      await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('after the change'));
      end();
      leave();
    },
  );

  test('onReportChanged: drops the report from the new reports', () => {
    const client = new QueryClient();
    client.setQueryData(reportsKeys.newReports, [{ reportId: report._id, ...item, at: 1 }]);
    onReportChanged(client, { reportId: report._id, ...item, version: 2, status: 'resolved' });
    expect(client.getQueryData(reportsKeys.newReports)).toEqual([]);
  });

  test('a reconnect refetches the visible queries, however recently they were fetched, and nothing else', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const connected: (() => void)[] = [];
    const onConnected = (callback: () => void) => {
      connected.push(callback);
      return () => undefined;
    };
    const fetches = { shown: 0, hidden: 0 };
    const fetchOf = (id: 'shown' | 'hidden') => ({
      queryKey: reportsKeys.detail(id),
      queryFn: () => {
        fetches[id] += 1;
        return DETAIL;
      },
    });
    const end = followReports({ on: createEventHandlers().on, onConnected }, client);
    const leave = new QueryObserver(client, fetchOf('shown')).subscribe(() => undefined);
    await client.fetchQuery(fetchOf('hidden'));
    await vi.waitFor(() => expect(fetches).toEqual({ shown: 1, hidden: 1 }));
    for (const callback of connected) callback();
    await vi.waitFor(() => expect(fetches.shown).toBe(2));
    expect(fetches.hidden).toBe(1);
    leave();
    end();
  });
});
