import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import { listReportAccountsBodySchema, listReportAccountsResponseSchema } from './report-accounts.schema.ts';
import {
  createReportBodySchema,
  deleteReportBodySchema,
  exportReportCasesBodySchema,
  exportReportsBodySchema,
  listReportCasesBodySchema,
  listReportCasesResponseSchema,
  listReportsBodySchema,
  listReportsResponseSchema,
  reportDetailResponseSchema,
  reportResponseSchema,
  reportSchema,
  setReportPolicyBodySchema,
  setReportStatusBodySchema,
} from './reports.schema.ts';

export const listReports = defineEndpoint({
  name: 'listReports',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/all',
  access: 'admin',
  summary: 'Reports by filters, search, order and cursor, each with what it reports',
  mutates: false,
  isHeavy: true,
  body: listReportsBodySchema,
  response: listReportsResponseSchema,
});

export const listReportCases = defineEndpoint({
  name: 'listReportCases',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/cases',
  access: 'admin',
  summary: 'Reports grouped by what they report, the last or the most reported first',
  mutates: false,
  isHeavy: true,
  body: listReportCasesBodySchema,
  response: listReportCasesResponseSchema,
});

export const listReportAccounts = defineEndpoint({
  name: 'listReportAccounts',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/accounts',
  access: 'admin',
  summary: 'Accounts with open reports on themselves or on their content, the most reported first',
  mutates: false,
  isHeavy: true,
  body: listReportAccountsBodySchema,
  response: listReportAccountsResponseSchema,
});

export const exportReports = defineEndpoint({
  name: 'exportReports',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/export',
  access: 'admin',
  summary: 'A list of reports as CSV',
  mutates: true,
  body: exportReportsBodySchema,
  response: z.string(),
  media: 'text/csv',
});

export const exportReportCases = defineEndpoint({
  name: 'exportReportCases',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/cases/export',
  access: 'admin',
  summary: 'The grouped list of reports as CSV',
  mutates: true,
  body: exportReportCasesBodySchema,
  response: z.string(),
  media: 'text/csv',
});

export const getReport = defineEndpoint({
  name: 'getReport',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/detail/:id',
  access: 'admin',
  summary: 'A report with its evidence, its history and the others of the same subject in numbers',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: reportDetailResponseSchema,
});

export const setReportStatus = defineEndpoint({
  name: 'setReportStatus',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/admin/:id',
  access: 'admin',
  summary: "Set a report's status; a stale version is rejected with the current report",
  mutates: true,
  params: idParamsSchema,
  body: setReportStatusBodySchema,
  response: reportResponseSchema,
});

export const setReportPolicy = defineEndpoint({
  name: 'setReportPolicy',
  feature: 'reports',
  method: 'PUT',
  path: '/api/reports/admin/:id/policy',
  access: 'admin',
  summary:
    'Name a rule beside the reason of an open report, or none; a stale version is rejected with the current report',
  mutates: true,
  params: idParamsSchema,
  body: setReportPolicyBodySchema,
  response: reportResponseSchema,
});

export const deleteReport = defineEndpoint({
  name: 'deleteReport',
  feature: 'reports',
  method: 'DELETE',
  path: '/api/reports/admin/:id',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Delete a report, for good; a stale version is rejected with the report as it stands now',
  mutates: true,
  params: idParamsSchema,
  body: deleteReportBodySchema,
  response: acknowledgementSchema,
});

/** The app's side (the wire contract). */
export const createReport = defineEndpoint({
  name: 'createReport',
  feature: 'reports',
  method: 'POST',
  path: '/api/reports/create',
  access: 'user',
  summary: 'Report an account, a post, a travel post or a comment',
  mutates: true,
  unaudited: true,
  status: 201,
  body: createReportBodySchema,
  response: successSchema(reportSchema),
});
