import type { ReportStatus } from '@hai-dang/contract/reports/report-fields.schema.ts';
import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { reportsKeys } from '../reports.keys.ts';
import { type ChangedCase, setCaseStatus, undoCaseStatus } from './case.api.ts';

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
export const hasCaseChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'CASE_CHANGED';

/** Refetches what a change of whole subjects makes stale; lists of reports when they are opened again. */
export async function refreshCases(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reportsKeys.details }),
    client.invalidateQueries({ queryKey: reportsKeys.ofItems }),
    client.invalidateQueries({ queryKey: reportsKeys.lists, refetchType: 'none' }),
    client.invalidateQueries({ queryKey: reportsKeys.caseLists }),
  ]);
}
