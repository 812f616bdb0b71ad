import type { EventPayload } from '@hai-dang/contract/lib/event.ts';
import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import {
  casesChanged,
  reportAdded,
  reportChanged,
  reportRemoved,
} from '@hai-dang/contract/moderation/reports.events.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { hasFewPages, isFirstLoad } from '../../lib/query-client.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { throttle } from '../../lib/throttle.ts';
import { type NewReport, withNewReport, withoutNewReport, withoutSubject } from '../queue/new-reports.ts';
import { type ReportPages, withNumbers } from '../queue/reports-list.pages.ts';
import { fetchReportPage } from './reports.api.ts';
import { dropReport, findReport, itemIdOf, showState } from './reports.cache.ts';
import { filtersOf, reportsKeys } from './reports.keys.ts';

/** Many events in a row cause one fetch of the counts. */
const NUMBERS_PAUSE_MS = 1_000;

type ReportedSubject = EventPayload<typeof casesChanged>;

/** Whether a loaded report is about this subject, or about something of this account. */
const isOf =
  ({ itemType, itemId }: ReportedSubject) =>
  (query: { state: { data?: unknown } }): boolean => {
    const report = (query.state.data as { readonly data: ReportDetail } | null | undefined)?.data;
    if (!report) return false;
    const isOfAccount = itemType === 'User' && report.account?._id === itemId;
    return isOfAccount || (report.itemType === itemType && itemIdOf(report) === itemId);
  };

const changeNewReports = (client: QueryClient, change: (newReports: readonly NewReport[]) => readonly NewReport[]) =>
  client.setQueryData<readonly NewReport[]>(reportsKeys.newReports, (newReports) => newReports && change(newReports));

/** Shows another administrator's change of a report; a known version changes nothing. */
export function onReportChanged(client: QueryClient, event: EventPayload<typeof reportChanged>): void {
  changeNewReports(client, (newReports) => withoutNewReport(newReports, event.reportId));
  const { reportId, status, version } = event;
  if ((findReport(client, reportId)?.version ?? 0) < version) showState(client, reportId, { status, version });
}

/** Removes a deleted report from the lists and from its detail. */
export function onReportRemoved(client: QueryClient, { reportId }: EventPayload<typeof reportRemoved>): void {
  changeNewReports(client, (newReports) => withoutNewReport(newReports, reportId));
  dropReport(client, reportId);
  // The detail shows it at once: there is nothing to refetch.
  client.setQueryData(reportsKeys.detail(reportId), (held) => held && null);
}

/** Refetches the counts of the lists on the screen, without their rows. */
async function refreshNumbers(client: QueryClient): Promise<void> {
  const lists = [reportsKeys.lists, reportsKeys.caseLists].flatMap((queryKey) =>
    client.getQueryCache().findAll({ queryKey, type: 'active' }),
  );
  for (const { queryKey, state } of lists) {
    if (state.data === undefined) continue;
    const fresh = await fetchReportPage(filtersOf(queryKey), null, AbortSignal.timeout(NUMBERS_PAUSE_MS * 10), 1);
    client.setQueryData<ReportPages>(queryKey, (data) => {
      if (!data) return data;
      // The total of a grouped list counts subjects: of the response only the counts by status apply to it.
      const { total, totalRelation } = queryKey[1] === reportsKeys.lists[1] ? fresh : (data.pages[0] ?? fresh);
      return withNumbers(data, { ...fresh, total, totalRelation });
    });
  }
}

/** The socket handlers of the reports (app/realtime-bridge.tsx). */
export function followReports(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const soonRefreshNumbers = throttle(() => {
    refetch(reportsKeys.accountLists);
    // A failed fetch is repeated with the next event, or with the list.
    refreshNumbers(client).catch(() => undefined);
  }, NUMBERS_PAUSE_MS);
  const refetch = (queryKey: readonly unknown[]) => {
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
    void client.refetchQueries({ queryKey, type: 'active', predicate: hasFewPages });
  };
  const waiting = new Map<string, ReportedSubject>();
  let pause: ReturnType<typeof setTimeout> | undefined;
  function refreshSubjects(): void {
    pause = undefined;
    if (waiting.size === 0) return;
    refetch(reportsKeys.caseLists);
    refetch(reportsKeys.accountLists);
    for (const subject of waiting.values()) {
      void client.invalidateQueries({ queryKey: reportsKeys.ofItem(subject) });
      void client.invalidateQueries({ queryKey: reportsKeys.details, predicate: isOf(subject) });
    }
    waiting.clear();
    pause = setTimeout(refreshSubjects, NUMBERS_PAUSE_MS);
  }
  /**
   * Refetches what is shown of one subject: its reports, their details, which count the others, and the list of
   * subjects. The first event is handled at once; those of another administrator's bulk action, which follow closely,
   * all together. A list of reports stays as it is, unless it is only being loaded.
   */
  const refreshSubject = (subject: ReportedSubject) => {
    void client.refetchQueries({ queryKey: reportsKeys.lists, type: 'active', predicate: isFirstLoad });
    waiting.set(`${subject.itemType}:${subject.itemId}`, subject);
    if (pause === undefined) refreshSubjects();
  };

  const ends = [
    socket.on(reportAdded, (event) => {
      client.setQueryDefaults(reportsKeys.newReports, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData<readonly NewReport[]>(reportsKeys.newReports, (newReports) =>
        withNewReport(newReports, { ...event, at: Date.now() }),
      );
      void client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' });
      void client.invalidateQueries({ queryKey: reportsKeys.ofItem(event) });
      void client.invalidateQueries({ queryKey: reportsKeys.details, predicate: isOf(event) });
      soonRefreshNumbers();
    }),
    socket.on(reportChanged, (event) => {
      onReportChanged(client, event);
      refreshSubject(event);
      soonRefreshNumbers();
    }),
    socket.on(reportRemoved, (event) => {
      onReportRemoved(client, event);
      refreshSubject(event);
      soonRefreshNumbers();
    }),
    socket.on(casesChanged, (event) => {
      changeNewReports(client, (newReports) => withoutSubject(newReports, event));
      refetch(reportsKeys.lists);
      refreshSubject(event);
    }),
    // Reports show whether an appeal waits on their subject.
    socket.on(appealsChanged, () => refetch(reportsKeys.all)),
    socket.onConnected(() => {
      // Reports fetched a moment ago are refetched, too: one may have been filed between that and the connection.
      void client.refetchQueries({ queryKey: reportsKeys.all, type: 'active', predicate: hasFewPages });
      soonRefreshNumbers();
    }),
  ];
  return () => {
    soonRefreshNumbers.cancel();
    clearTimeout(pause);
    for (const end of ends) end();
  };
}
