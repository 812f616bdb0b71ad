import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { ReportDetail, ReportItemType, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { type ToastOptions, toast } from '../../ui/toast.ts';
import { reportNow } from '../reports.api.ts';
import { reportsKeys } from '../reports.keys.ts';
import { changeReportStatus, notifyStatusFailure, offerStatusUndo, type StatusChange } from '../reports.mutations.ts';
import { OPPOSITE_ACTION, performAction, type ReportActionRequest } from './perform-action.ts';
import { openNow, setCaseStatus, undoCaseStatus } from './report-detail.api.ts';
import { actionWords, reportDetailStrings as strings } from './report-detail.strings.ts';

/** What an administrator decides on a report. */
export type Decision =
  | ({ readonly kind: 'status' } & StatusChange & { readonly report: ReportDetail })
  | ({ readonly kind: 'action' } & ReportActionRequest);

/** Runs from a toast that may outlive the screen, so it holds on to nothing but the cache. */
async function undoAction(client: QueryClient, { report, action, by }: ReportActionRequest): Promise<void> {
  const back = OPPOSITE_ACTION[action];
  try {
    await performAction(client, { report, action: back, by, isUndo: true });
    toast.success(actionWords(back, report.itemType).done);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.undoFailed));
  }
}

async function decide(client: QueryClient, decision: Decision): Promise<void> {
  if (decision.kind === 'status') {
    offerStatusUndo(client, decision.report.status, await changeReportStatus(client, decision));
    return;
  }
  const report = await performAction(client, decision);
  toast.success(actionWords(decision.action, report.itemType).done, {
    durationMs: UNDO_WINDOW_MS,
    action: { label: sharedStrings.undo, onClick: () => void undoAction(client, { ...decision, report }) },
  });
}

/** Says that a decision could not be carried out, of which report and why, with a way on. */
export function notifyDecisionFailure(
  error: unknown,
  decision: Decision,
  { name, action }: { readonly name: string; readonly action: NonNullable<ToastOptions['action']> },
): void {
  if (isUnauthorized(error)) return;
  if (decision.kind === 'status') notifyStatusFailure(error, name, action);
  else {
    const text = errorMessage(error, actionWords(decision.action, decision.report.itemType).failed);
    toast.error(text, { detail: name, action });
  }
}

/**
 * Sets a report's status or acts on what is reported, with a toast of what came of it.
 * @returns 'conflict' if another administrator was faster: the screen says so, and offers to do it all the same; it also
 *   says why it failed
 */
export function useDecideReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (decision: Decision): Promise<'done' | 'conflict'> => {
      try {
        await decide(client, decision);
        return 'done';
      } catch (error) {
        if (reportNow(error)) return 'conflict';
        throw error;
      }
    },
  });
}

/** A change of many reports is beyond what can be shown in their place: everything is read again. */
async function refreshCase(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reportsKeys.details }),
    client.invalidateQueries({ queryKey: reportsKeys.ofItems }),
    client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' }),
    client.invalidateQueries({ queryKey: reportsKeys.caseLists, refetchType: 'none' }),
  ]);
}

async function undoCase(client: QueryClient, batchId: string): Promise<void> {
  try {
    await undoCaseStatus(batchId);
    toast.success(strings.undone);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.undoFailed));
  }
  await refreshCase(client);
}

/** How many of one thing's reports wait for a decision, and how many of them nobody has taken up. */
export interface OpenReports {
  readonly open: number;
  readonly pending: number;
  /** Which ones these are; null where there are too many to be compared. */
  readonly revision?: string | null | undefined;
}

export interface CaseDecision {
  readonly status: ReportStatus;
  readonly expected: OpenReports;
  readonly note: string;
}

/**
 * Sets the status of all open reports of the same thing.
 * @returns how many are open instead, if other numbers were confirmed; undefined once it is done, or told of
 */
export function useSetCaseStatus(itemType: ReportItemType, itemId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ status, expected, note }: CaseDecision): Promise<OpenReports | undefined> => {
      try {
        const { changed, batchId } = await setCaseStatus({
          itemType,
          itemId,
          status,
          expectedOpen: expected.open,
          expectedPending: expected.pending,
          ...(expected.revision && { expectedRevision: expected.revision }),
          ...(note && { note }),
        });
        toast.success(strings.caseDone(formatNumber(changed)), {
          durationMs: UNDO_WINDOW_MS,
          ...(changed > 0 && {
            action: { label: sharedStrings.undo, onClick: () => void undoCase(client, batchId) },
          }),
        });
        return undefined;
      } catch (error) {
        const open = openNow(error);
        if (open === undefined) throw error;
        return open;
      } finally {
        await refreshCase(client);
      }
    },
    onError: (error) => notifyStatusFailure(error),
  });
}
