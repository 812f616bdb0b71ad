import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { type ToastOptions, toast } from '../../ui/toast.ts';
import { reportNow } from '../reports.api.ts';
import { changeReportStatus, notifyStatusFailure, offerStatusUndo, type StatusChange } from '../reports.mutations.ts';
import { OPPOSITE_ACTION, performAction, type ReportActionRequest } from './perform-action.ts';
import { actionWords, reportDetailStrings as strings } from './report-detail.strings.ts';

/** An administrator's decision on a report. */
export type Decision =
  | ({ readonly kind: 'status' } & StatusChange & { readonly report: ReportDetail })
  | ({ readonly kind: 'action' } & ReportActionRequest);

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
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

/** Shows a toast that a decision failed: the report, the reason and an optional action. */
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
 * Sets a report's status or performs a moderation action, with a toast about the outcome.
 * @returns 'conflict' if another administrator has changed the report meanwhile: the screen shows that and offers a
 *   retry; other failures show a toast
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
