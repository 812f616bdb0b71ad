import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { REPORT_STATUSES, type ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { deleteReport, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { heldBy } from '../../entities/holder.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isNotFound, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import type { ConfirmedRun } from '../../ui/confirm.tsx';
import { type ToastOptions, toast } from '../../ui/toast.ts';
import { hasStatus } from '../queue/reports-list.filters.ts';
import { expectedVersion, rememberVersion, runSerially } from './optimistic-lock.ts';
import { reportName } from './reporter.ts';
import { reportNow } from './reports.api.ts';
import { dropReport, restartLoading, showState, takeOut } from './reports.cache.ts';
import { reportsKeys } from './reports.keys.ts';
import { reportsStrings as strings } from './reports.strings.ts';

export interface StatusChange {
  /** The report as shown on the screen: the decision is based on its version. */
  readonly report: Report;
  readonly status: ReportStatus;
  /** Set for an undo, which needs a report that has not changed since, not even by this administrator. */
  readonly isUndo?: boolean;
}

/** Invalidates what a change of any report makes stale: refetched when it is next shown, or now if it is shown. */
function refreshLists(client: QueryClient): void {
  for (const queryKey of [reportsKeys.caseLists, reportsKeys.accountLists, reportsKeys.ofItems])
    void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' });
}

/** Invalidates the same and the changed report itself. */
export function refreshAround(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: reportsKeys.detail(id) });
  refreshLists(client);
}

/**
 * Sets a report's status: shown at once, reverted if the server rejects it. After a conflict with another
 * administrator's change the current report is shown.
 * @returns the current report
 * @throws ApiError
 */
export async function changeReportStatus(client: QueryClient, change: StatusChange): Promise<Report> {
  const { report: before, status } = change;
  const { _id: id } = before;
  const hasData = (query: { state: { data?: unknown } }) => query.state.data !== undefined;
  // Responses in flight are older than this change.
  await Promise.all(
    [reportsKeys.lists, reportsKeys.detail(id)].map((queryKey) =>
      client.cancelQueries({ queryKey, predicate: hasData }),
    ),
  );
  showState(client, id, { status, version: before.version });
  const takeOutOfOthers = () => takeOut(client, id, (filters) => !hasStatus(filters, { status }));
  const putBack = takeOutOfOthers();
  try {
    const { data } = await runSerially(id, () => {
      const version = change.isUndo ? before.version : expectedVersion(before);
      return callEndpoint(setReportStatus, { params: { id }, body: { status, ...(version && { version }) } });
    });
    rememberVersion(data);
    showState(client, id, stateOf(data));
    // A list that was loaded meanwhile has the former state.
    takeOutOfOthers();
    return { ...before, ...stateOf(data) };
  } catch (error) {
    putBack();
    showState(client, id, stateOf(reportNow(error) ?? before));
    if (isNotFound(error)) dropReport(client, id);
    throw error;
  } finally {
    refreshAround(client, id);
    void restartLoading(client);
  }
}

/** Refetches the lists that are shown: only the server knows where what an undo has brought back stands in them. */
export const refetchLists = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ queryKey: reportsKeys.lists, type: 'active' });

/**
 * Purges a report and removes it from the lists. After a conflict with another administrator's change the current
 * report is shown.
 * @throws ApiError
 */
export async function removeReport(client: QueryClient, report: Report): Promise<void> {
  const { _id: id } = report;
  try {
    await runSerially(id, () => {
      const version = expectedVersion(report);
      return callEndpoint(deleteReport, { params: { id }, ...(version && { body: { version } }) });
    });
  } catch (error) {
    const now = reportNow(error);
    if (now) showState(client, id, stateOf(now));
    // Another administrator has already deleted it: a success.
    if (!isNotFound(error)) throw error;
  }
  dropReport(client, id);
  refreshLists(client);
  void restartLoading(client);
}

/** The fields that a decision is based on, and that another administrator may have changed. */
const stateOf = ({ status, version }: Report) => ({ status, version });

/**
 * Shows a toast that a status could not be set, with the report and the reason; without a session the login screen
 * shows the reason.
 * @param name of the report; undefined for several
 */
export function notifyStatusFailure(error: unknown, name?: string, action?: ToastOptions['action']): void {
  if (isUnauthorized(error)) return;
  const detail = [name, errorMessage(error, '')].filter(Boolean).join('. ');
  toast.error(strings.statusFailed, { ...(detail && { detail }), ...(action && { action }) });
}

/** Shows a toast that another administrator has changed a report since it was shown, with a retry. */
export function notifyChangedMeanwhile(client: QueryClient, change: StatusChange, now: Report): void {
  const report = { ...change.report, ...stateOf(now) };
  toast.info(strings.changedMeanwhile(statusLabel(now.status)), {
    detail: reportName(report),
    action: { label: strings.applyAgain, onClick: () => void decideStatus(client, { ...change, report }) },
  });
}

/** Shows a toast that another administrator handles the subject of a report, with what does it all the same. */
export function notifyHeld(holder: string, report: Report, run: () => void): void {
  toast.info(heldBy(holder), { detail: reportName(report), action: { label: strings.applyAgain, onClick: run } });
}

/**
 * Sets the status of a report in a list, with a toast that names the report.
 * @returns 'changed' if another administrator has changed it meanwhile
 */
export async function decideStatus(client: QueryClient, change: StatusChange): Promise<'done' | 'changed' | 'failed'> {
  try {
    offerStatusUndo(client, change.report.status, await changeReportStatus(client, change));
    return 'done';
  } catch (error) {
    const now = reportNow(error);
    if (now) {
      notifyChangedMeanwhile(client, change, now);
      return 'changed';
    }
    notifyStatusFailure(error, reportName(change.report), {
      label: sharedStrings.retry,
      onClick: () => void decideStatus(client, change),
    });
    return 'failed';
  }
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function undoStatus(client: QueryClient, report: Report, status: ReportStatus): Promise<void> {
  try {
    await changeReportStatus(client, { report, status, isUndo: true });
    void refetchLists(client);
    toast.success(strings.statusUndone(statusLabel(status)));
  } catch (error) {
    // The change may be another administrator's or this one's.
    const now = reportNow(error);
    if (now) toast.info(strings.notUndone(statusLabel(now.status)));
    else notifyStatusFailure(error, reportName(report));
  }
}

/** Shows a toast about the new status, with an undo for eight seconds. */
export function offerStatusUndo(client: QueryClient, before: string, after: Report): void {
  const former = REPORT_STATUSES.find((known) => known === before);
  toast.success(strings.statusSaved, {
    durationMs: UNDO_WINDOW_MS,
    // The next report may be open by then.
    detail: `${reportName(after)}: ${statusLabel(after.status)}`,
    ...(former && { action: { label: sharedStrings.undo, onClick: () => void undoStatus(client, after, former) } }),
  });
}

/**
 * The action of a confirmed deletion. After a conflict with another administrator's change the dialog shows the current
 * report, and deletes it on a second confirmation.
 */
export function removal(report: Report, remove: (report: Report) => Promise<void>): ConfirmedRun {
  let confirmed = report;
  return {
    run: () =>
      remove(confirmed).catch((error: unknown) => {
        const now = reportNow(error);
        if (now) confirmed = { ...confirmed, status: now.status, version: now.version };
        throw error;
      }),
    explain(error) {
      const now = reportNow(error);
      const reason = now ? strings.changedMeanwhile(statusLabel(now.status)) : errorMessage(error, '');
      return [strings.removeFailed, reason].filter(Boolean).join('\n');
    },
  };
}

/** Deletes a report; ask for confirmation before. */
export function useDeleteReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (report: Report) => removeReport(client, report),
    onSuccess: () => toast.success(strings.removed),
  });
}
