import { REPORT_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import type { ReportAccount } from '@hai-dang/contract/moderation/report-accounts.schema.ts';
import { listReportAccounts, listReportCases, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import {
  type ListedReport,
  type Report,
  type ReportCase,
  type ReportStatusCounts,
  reportSchema,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import * as z from 'zod/mini';
import { callEndpoint } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type ListPage, toListPage, wholeList } from '../../lib/infinite-pages.ts';
import { type ReportFilters, toAccountBody, toCaseBody, toListBody } from '../queue/reports-list.filters.ts';

/** Further fields of a list page; the counts are only in the first. */
export interface ReportListExtra {
  readonly counts?: ReportStatusCounts | undefined;
  /** The backend has no pagination, and so no grouping either. */
  readonly isWhole: boolean;
  /** When the page was requested: it includes the reports filed before. */
  readonly loadedAt?: number;
}
export type ReportPage = ListPage<ListedReport, ReportListExtra>;
export type CasePage = ListPage<ReportCase, ReportListExtra>;

/**
 * One page of reports, in the order of the filters.
 * @param cursor the start of the page; null for the first
 * @param limit maximum number of rows
 * @throws ApiError
 */
export async function fetchReportPage(
  filters: ReportFilters,
  cursor: string | null,
  signal: AbortSignal,
  limit = REPORT_PAGE_SIZE,
): Promise<ReportPage> {
  const loadedAt = Date.now();
  const body = { ...toListBody(filters), limit, ...(cursor !== null && { cursor }) };
  const { data, pagination, counts } = await callEndpoint(listReports, { body, signal });
  return toListPage(data, pagination ?? wholeList(data.length), { counts, isWhole: pagination === null, loadedAt });
}

/**
 * One page of reported subjects, the last or the most reported first.
 * @throws ApiError
 */
export async function fetchCasePage(
  filters: ReportFilters,
  cursor: string | null,
  signal: AbortSignal,
): Promise<CasePage> {
  const loadedAt = Date.now();
  const body = { ...toCaseBody(filters), limit: REPORT_PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const answer = await callEndpoint(listReportCases, { body, signal });
  return toListPage(answer.data, answer.pagination, { counts: answer.counts, isWhole: false, loadedAt });
}

/**
 * One page of the accounts that own what is reported.
 * @throws ApiError
 */
export async function fetchAccountPage(
  filters: ReportFilters,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<ReportAccount, ReportListExtra>> {
  const body = { ...toAccountBody(filters), limit: REPORT_PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const { data, pagination } = await callEndpoint(listReportAccounts, { body, signal });
  return toListPage(data, pagination, { isWhole: false });
}

const changedDetailsSchema = z.object({ report: reportSchema });

/** The current report, if a call was rejected because another administrator has changed it. */
export function reportNow(error: unknown): Report | undefined {
  if (!(error instanceof ApiError) || error.code !== 'REPORT_CHANGED') return undefined;
  return changedDetailsSchema.safeParse(error.details).data?.report;
}
