import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { Report, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { notify } from '../ui/notices.ts';
import { deleteReport, reportNow, setReportStatus } from './reports.api.ts';
import { showReport, toListed } from './reports.cache.ts';
import { reportsKeys } from './reports.keys.ts';
import { statusLabel, reportsStrings as strings } from './reports.strings.ts';
import { inTurn, rememberVersion, versionToSend } from './reports.turns.ts';

const NOT_FOUND = 404;

export interface StatusChange {
  /** As it stands on the screen: its version is what the decision rests on. */
  readonly report: Report;
  readonly status: ReportStatus;
  readonly note?: string | undefined;
  /** Only if nobody has changed the report since, oneself included. */
  readonly isUndo?: boolean;
}

/** What a change of any report puts out of date: read again when it is next shown, or now if it is shown. */
function refreshLists(client: QueryClient): void {
  for (const queryKey of [reportsKeys.caseLists, reportsKeys.ofItems]) void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' });
}

/** The same after a change of this one, which is read again too. */
export function refreshAround(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: reportsKeys.detail(id) });
  refreshLists(client);
}

/**
 * Sets a report's status: shown at once, taken back if the server refuses. After a refusal because of another
 * administrator's change the report is shown as that one left it.
 * @returns the report as it stands now
 * @throws ApiError
 */
export async function changeReportStatus(client: QueryClient, change: StatusChange): Promise<Report> {
  const before = toListed(change.report);
  const { _id: id } = before;
  const wished = { ...before, status: change.status };
  const hasData = (query: { state: { data?: unknown } }) => query.state.data !== undefined;
  // What is on its way tells of a time before this change.
  await Promise.all(
    [reportsKeys.lists, reportsKeys.detail(id)].map((queryKey) =>
      client.cancelQueries({ queryKey, predicate: hasData }),
    ),
  );
  showReport(client, before, wished);
  try {
    const answer = await inTurn(id, () => {
      const version = change.isUndo ? before.version : versionToSend(before);
      return setReportStatus(id, {
        status: change.status,
        ...(version && { version }),
        ...(change.note && { note: change.note }),
      });
    });
    const after = answer ? { ...wished, status: answer.status, version: answer.version } : wished;
    rememberVersion(after);
    showReport(client, wished, after);
    return after;
  } catch (error) {
    showReport(client, wished, before);
    const now = reportNow(error);
    if (now) showReport(client, before, { ...before, status: now.status, version: now.version }, 'stays');
    else if (error instanceof ApiError && error.status === NOT_FOUND) showReport(client, before, undefined);
    throw error;
  } finally {
    refreshAround(client, id);
  }
}

/** Deletes a report for good; it leaves the lists. @throws ApiError */
export async function removeReport(client: QueryClient, report: Report): Promise<void> {
  try {
    await inTurn(report._id, () => deleteReport(report._id));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== NOT_FOUND) throw error;
    // Somebody else was faster: gone all the same.
  }
  showReport(client, toListed(report), undefined);
  refreshLists(client);
}

/** Says why a status could not be set; a signed-out administrator reads it on the login screen. */
export function tellStatusFailure(error: unknown): void {
  const now = reportNow(error);
  if (now) notify.info(strings.changedMeanwhile(statusLabel(now.status)));
  else if (!isUnauthorized(error)) notify.error(strings.statusFailed);
}

/** Runs from a notice that may outlive the screen, so it holds on to nothing but the cache. */
async function undoStatus(client: QueryClient, report: Report, status: ReportStatus): Promise<void> {
  try {
    await changeReportStatus(client, { report, status, isUndo: true });
    notify.success(strings.statusUndone(statusLabel(status)));
  } catch (error) {
    // Whoever it was: oneself, too, may have decided anew since.
    const now = reportNow(error);
    if (now) notify.info(strings.notUndone(statusLabel(now.status)));
    else tellStatusFailure(error);
  }
}

/** Tells of a status that has been set, with a way back for eight seconds. */
export function offerStatusUndo(client: QueryClient, before: string, after: Report): void {
  const former = Object.keys(strings.statuses).find((known): known is ReportStatus => known === before);
  notify.success(strings.statusSaved, {
    durationMs: UNDO_WINDOW_MS,
    ...(former && { action: { label: sharedStrings.undo, onClick: () => void undoStatus(client, after, former) } }),
  });
}

/** Sets a report's status, with a notice of what came of it. */
export function useSetReportStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: StatusChange) => changeReportStatus(client, change),
    onSuccess: (after, { report }) => offerStatusUndo(client, report.status, after),
    onError: tellStatusFailure,
  });
}

/** Deletes a report; ask before. */
export function useDeleteReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (report: Report) => removeReport(client, report),
    onSuccess: () => notify.success(strings.removed),
  });
}
