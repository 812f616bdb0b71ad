import { REPORT_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import {
  deleteReport as deleteReportEndpoint,
  getReport,
  listReportCases,
  listReports,
  setReportStatus as setReportStatusEndpoint,
} from '@hai-dang/contract/reports/reports.endpoints.ts';
import {
  type Report,
  type ReportCase,
  type ReportDetail,
  type ReportStatusCounts,
  reportSchema,
  type SetReportStatusBody,
} from '@hai-dang/contract/reports/reports.schema.ts';
import * as z from 'zod/mini';
import { callEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { type ListPage, toListPage, wholeList } from '../lib/infinite-pages.ts';
import type { ReportFilters } from './list/reports-list.filters.ts';

/** What a list tells beside its rows; the numbers come with the first page only. */
export interface ReportListExtra {
  readonly counts?: ReportStatusCounts | undefined;
  /** The backend knows no paging, and so no grouping either. */
  readonly isWhole: boolean;
  /** When the page was asked for: what has been filed by then is in it. */
  readonly loadedAt?: number;
}
export type ReportPage = ListPage<Report, ReportListExtra>;
export type CasePage = ListPage<ReportCase, ReportListExtra>;

/** Filters as the server takes them: ids only where there are any. */
const toBody = ({ accountId, reporterId, ...filters }: ReportFilters) => ({
  ...filters,
  ...(accountId !== '' && { accountId }),
  ...(reporterId !== '' && { reporterId }),
});

/**
 * One page of reports, newest first.
 * @param cursor where the page begins; null for the first
 * @param limit rows at most
 * @throws ApiError
 */
export async function fetchReportPage(
  filters: ReportFilters,
  cursor: string | null,
  signal: AbortSignal,
  limit = REPORT_PAGE_SIZE,
): Promise<ReportPage> {
  const loadedAt = Date.now();
  const body = { ...toBody(filters), limit, ...(cursor !== null && { cursor }) };
  const { data, pagination, counts } = await callEndpoint(listReports, { body, signal });
  return toListPage(data, pagination ?? wholeList(data.length), { counts, isWhole: pagination === null, loadedAt });
}

/** One page of reported things, the last reported first. @throws ApiError */
export async function fetchCasePage(
  filters: ReportFilters,
  cursor: string | null,
  signal: AbortSignal,
): Promise<CasePage> {
  const loadedAt = Date.now();
  const body = { ...toBody(filters), limit: REPORT_PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const answer = await callEndpoint(listReportCases, { body, signal });
  return toListPage(answer.data, answer.pagination, { counts: answer.counts, isWhole: false, loadedAt });
}

/** A report with all that is needed to decide. @throws ApiError, with status 404 if there is no such report */
export async function fetchReport(id: string, signal: AbortSignal): Promise<ReportDetail> {
  return (await callEndpoint(getReport, { params: { id }, body: {}, signal })).data;
}

/**
 * Sets a report's status.
 * @returns the report as it stands now
 * @throws ApiError; see reportNow for what a refusal with status 409 tells
 */
export async function setReportStatus(id: string, body: SetReportStatusBody): Promise<Report> {
  return (await callEndpoint(setReportStatusEndpoint, { params: { id }, body })).data;
}

/** Deletes a report for good. @throws ApiError; see reportNow for what a rejection with status 409 tells */
export async function deleteReport(id: string, version: number): Promise<void> {
  await callEndpoint(deleteReportEndpoint, { params: { id }, ...(version && { body: { version } }) });
}

const changedDetailsSchema = z.object({ report: reportSchema });

/** The report as another administrator left it, if that is why a call was refused. */
export function reportNow(error: unknown): Report | undefined {
  if (!(error instanceof ApiError) || error.code !== 'REPORT_CHANGED') return undefined;
  return changedDetailsSchema.safeParse(error.details).data?.report;
}
