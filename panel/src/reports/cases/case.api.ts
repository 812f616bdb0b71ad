import {
  setCaseStatus as setCaseStatusEndpoint,
  undoCaseStatus as undoCaseStatusEndpoint,
} from '@hai-dang/contract/reports/reports.endpoints.ts';
import type { SetCaseStatusBody } from '@hai-dang/contract/reports/reports.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** What undoes the change of one subject's open reports, and how many were changed. */
export interface ChangedCase {
  readonly changed: number;
  readonly batchId: string;
}

/**
 * Sets the status of every open report of one subject.
 * @throws ApiError; see hasCaseChanged
 */
export async function setCaseStatus(body: SetCaseStatusBody): Promise<ChangedCase> {
  return (await callEndpoint(setCaseStatusEndpoint, { body })).data;
}

/**
 * Undoes such a change.
 * @throws ApiError
 */
export async function undoCaseStatus(batchId: string): Promise<ChangedCase> {
  return (await callEndpoint(undoCaseStatusEndpoint, { body: { batchId } })).data;
}
