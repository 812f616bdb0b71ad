import type { Report, ReportAction, ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { expectedVersion, rememberVersion, runSerially } from '../optimistic-lock.ts';
import { reportNow } from '../reports.api.ts';
import { itemIdOf, showReport, toListed } from '../reports.cache.ts';
import { ACTED_ON_KEYS, reportsKeys } from '../reports.keys.ts';
import { refreshAround } from '../reports.mutations.ts';
import { actOnReport } from './report-detail.api.ts';

/** The action that reverts an action. */
export const OPPOSITE_ACTION = {
  disable_account: 'enable_account',
  enable_account: 'disable_account',
  delete_content: 'restore_content',
  restore_content: 'delete_content',
} as const satisfies Record<ReportAction, ReportAction>;

export interface ReportActionRequest {
  readonly report: ReportDetail;
  readonly action: ReportAction;
  /** The administrator's name, shown until the server has responded. */
  readonly by: string | undefined;
  readonly note?: string | undefined;
  /** Only if the report has not changed since, not even by this administrator. */
  readonly isUndo?: boolean;
}

/** The report after an action. Restored content is refetched: only the server has it. */
function withAction(report: ReportDetail, action: ReportAction, by: string | null): ReportDetail {
  if (action === 'restore_content') return report;
  if (action === 'delete_content') {
    const at = new Date().toISOString();
    return { ...report, reportedItem: itemIdOf(report) ?? '', itemDeleted: { by, at, restorable: true } };
  }
  return { ...report, account: report.account && { ...report.account, isDisabled: action === 'disable_account' } };
}

/**
 * Performs a moderation action on the reported account or content: shown at once, reverted if the server rejects it.
 * @returns the current report
 * @throws ApiError
 */
export async function performAction(
  client: QueryClient,
  { report, action, by, note, isUndo }: ReportActionRequest,
): Promise<ReportDetail> {
  const { _id: id } = report;
  const queryKey = reportsKeys.detail(id);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<ReportDetail | null>(queryKey);
  client.setQueryData<ReportDetail | null>(queryKey, (shown) => shown && withAction(shown, action, by ?? null));
  try {
    const answer = await runSerially(id, () => {
      const version = isUndo ? report.version : expectedVersion(report);
      return actOnReport(id, { action, ...(version && { version }), ...(note && { note }) });
    });
    const after = { ...report, status: answer.status, version: answer.version };
    rememberVersion(after);
    showReport(client, toListed(report), toListed(after));
    return after;
  } catch (error) {
    client.setQueryData(queryKey, before);
    const now = reportNow(error);
    if (now) showOthersChange(client, report, now);
    throw error;
  } finally {
    refreshAround(client, id);
    for (const key of ACTED_ON_KEYS) void client.invalidateQueries({ queryKey: key });
  }
}

function showOthersChange(client: QueryClient, report: Report, { status, version }: Report): void {
  const before = toListed(report);
  showReport(client, before, { ...before, status, version }, 'stays');
}
