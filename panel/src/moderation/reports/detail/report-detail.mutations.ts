import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { CONTENT_TYPES, type ContentType } from '@hai-dang/contract/content/content.schema.ts';
import { setReportPolicy } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ReportAction, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { disableUser, enableUser } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../lib/api-client.ts';
import { ApiError, errorMessage, isUnauthorized } from '../../../lib/api-error.ts';
import { sharedStrings } from '../../../lib/strings.ts';
import { toast } from '../../../ui/toast.ts';
import { deleteContent, restoreContent } from '../../actions/content-actions.ts';
import { expectedVersion, rememberVersion, runSerially } from '../optimistic-lock.ts';
import { reportNow } from '../reports.api.ts';
import { itemIdOf } from '../reports.cache.ts';
import { ACTED_ON_KEYS, reportsKeys } from '../reports.keys.ts';
import { changeReportStatus, offerStatusUndo, refreshAround, type StatusChange } from '../reports.mutations.ts';
import { PLAIN_ACTS } from './report-detail.actions.ts';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';

/** @throws ApiError for a type that the backend has and this panel does not */
function contentTypeOf({ itemType }: ReportDetail): ContentType {
  const known = CONTENT_TYPES.find((each) => each === itemType);
  if (!known) throw new ApiError({ status: 0, code: 'UNKNOWN_ITEM_TYPE' });
  return known;
}

/** Acts on the reported account or content, and refetches what shows it. @throws ApiError */
async function act(client: QueryClient, report: ReportDetail, what: ReportAction): Promise<void> {
  const { _id: id, account } = report;
  try {
    if (what === 'disable_account' || what === 'enable_account') {
      const setDisabled = what === 'disable_account' ? disableUser : enableUser;
      await callEndpoint(setDisabled, { params: { id: account?._id ?? '' } });
    } else {
      const setDeleted = what === 'delete_content' ? deleteContent : restoreContent;
      await setDeleted(contentTypeOf(report), itemIdOf(report) ?? '');
    }
  } finally {
    refreshAround(client, id);
    for (const queryKey of ACTED_ON_KEYS) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: reportsKeys.detail(id) });
  }
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function undoAct(client: QueryClient, report: ReportDetail, what: ReportAction): Promise<void> {
  const back = PLAIN_ACTS[what].opposite;
  try {
    await act(client, report, back);
    toast.success(actWords(back, report.itemType).done);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.undoFailed));
  }
}

/** Disables, enables, deletes or restores what a report is about, with a toast that offers to undo it. */
export function useActOnSubject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ report, what }: { readonly report: ReportDetail; readonly what: ReportAction }) =>
      act(client, report, what),
    onSuccess: (_, { report, what }) =>
      toast.success(actWords(what, report.itemType).done, {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void undoAct(client, report, what) },
      }),
  });
}

/**
 * Sets a report's status, with a toast that offers to undo it.
 * @returns 'conflict' if another administrator has changed the report meanwhile: the screen shows that and offers a retry
 */
export function useSetReportStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: StatusChange): Promise<'done' | 'conflict'> => {
      try {
        offerStatusUndo(client, change.report.status, await changeReportStatus(client, change));
        return 'done';
      } catch (error) {
        if (reportNow(error)) return 'conflict';
        throw error;
      }
    },
  });
}

/** Names a rule in a report, null for none, with a toast about the outcome. */
export function useNameRule(report: ReportDetail) {
  const client = useQueryClient();
  const { _id: id } = report;
  return useMutation({
    mutationFn: (policy: string | null) =>
      runSerially(id, () =>
        callEndpoint(setReportPolicy, { params: { id }, body: { policy, version: expectedVersion(report) } }),
      ),
    onSuccess({ data }) {
      rememberVersion(data);
      toast.success(strings.ruleSaved, { key: `rule ${id}` });
    },
    onError(error) {
      if (!isUnauthorized(error)) toast.error(strings.ruleFailed, { detail: errorMessage(error, '') });
    },
    onSettled() {
      refreshAround(client, id);
      void client.invalidateQueries({ queryKey: reportsKeys.lists });
    },
  });
}
