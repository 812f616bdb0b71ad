import type { ReportStatus } from '@hai-dang/contract/reports/report-fields.schema.ts';
import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type CaseChange, openNow, setCaseStatus, undoCaseStatus } from '../detail/report-detail.api.ts';
import { refreshCase } from '../detail/report-detail.mutations.ts';
import { reportsKeys } from '../reports.keys.ts';

/** What undoes the change of one subject's open reports. */
export type ChangedCase = CaseChange;

/**
 * Sets the status of the open reports of a subject as it was shown.
 * @throws ApiError; see hasCaseChanged
 */
export const changeCaseStatus = (
  { itemType, itemId, open, pending }: ReportCase,
  status: ReportStatus,
): Promise<ChangedCase> => setCaseStatus({ itemType, itemId, status, expectedOpen: open, expectedPending: pending });

/** @throws ApiError */
export const revertCaseStatus = ({ batchId }: ChangedCase): Promise<ChangedCase> => undoCaseStatus(batchId);

/** Whether a call was rejected because the subject's open reports differ from those shown. */
export const hasCaseChanged = (error: unknown): boolean => openNow(error) !== undefined;

/** Refetches what a change of whole subjects makes stale. */
export async function refreshCases(client: QueryClient): Promise<void> {
  await refreshCase(client);
  await client.refetchQueries({ queryKey: reportsKeys.caseLists, type: 'active' });
}
