import { expect } from 'vitest';
import { insertUser } from '../../testing/factories.ts';
import { ofReport, type Sample, type Samples, type SampleTarget } from '../../testing/sample.ts';

const ofReportedPost = async (target: SampleTarget): Promise<Sample> => ({
  params: { id: (await ofReport(target)).report.id },
});

const REPORT = {
  reportId: 'r1',
  version: 2,
  status: 'pending',
  itemType: 'Post',
  itemId: 'p1',
  accountId: 'u1',
  reporterId: 'u2',
};

export const reportsSamples: Samples = {
  endpoints: {
    listReports: async () => ({ body: { status: 'pending', sort: 'oldest', q: 'mai', from: '2026-01-01', limit: 5 } }),
    listReportCases: async () => ({
      body: { itemType: 'Post', sort: 'reports', q: 'mai', from: '2026-01-01', isOverdue: true, limit: 5 },
    }),
    listReportAccounts: async () => ({
      body: { itemType: 'Post', reason: 'spam', kind: 'report', sort: 'priority', isOverdue: true, limit: 5 },
    }),
    getReport: ofReportedPost,
    setReportStatus: async (target) => ({ ...(await ofReportedPost(target)), body: { status: 'resolved' } }),
    setReportPolicy: async (target) => ({ ...(await ofReportedPost(target)), body: { policy: 'child_safety' } }),
    deleteReport: ofReportedPost,
    createReport: async ({ database: { db } }) => ({
      body: {
        reportedItem: (await insertUser(db)).id,
        itemType: 'User',
        reason: 'spam',
        description: 'Gửi quảng cáo cho mọi người nhiều lần',
      },
    }),
    exportReports: async () => ({ body: { status: 'pending', reason: '', sort: 'oldest' } }),
    exportReportCases: async () => ({ body: { status: 'pending', sort: 'reports' } }),
  },
  events: {
    report_added: () => REPORT,
    report_changed: () => REPORT,
    report_removed: () => REPORT,
    cases_changed: () => REPORT,
  },
  again: { createReport: 201 },
  keyed: {
    createReport: {
      others: async ({ database: { db } }) => [{ reportedItem: (await insertUser(db)).id }],
      code: 'REPORT_KEY_REUSED',
    },
  },
  stale: {
    setReportStatus: { code: 'REPORT_CHANGED', body: { status: 'rejected', version: 1 } },
    setReportPolicy: { code: 'REPORT_CHANGED', body: { policy: 'spam', version: 1 } },
    deleteReport: {
      code: 'REPORT_CHANGED',
      body: { version: 1 },
      change: async (target, { params }) =>
        (await target.send('POST', `/api/reports/admin/${params?.['id']}`, { body: { status: 'resolved' } })).json()
          .data,
    },
  },
  audit: {
    setReportStatus: {
      action: 'report.status',
      target: 'report',
      before: { status: 'pending' },
      after: { status: 'resolved' },
      again: 200,
    },
    setReportPolicy: {
      action: 'report.policy',
      target: 'report',
      before: { policy: null },
      after: { policy: 'child_safety' },
      again: 200,
    },
    deleteReport: {
      action: 'report.delete',
      target: 'report',
      before: expect.objectContaining({ itemType: 'Post', reason: 'spam', status: 'pending' }),
      after: null,
      again: 200,
    },
    exportReports: {
      action: 'report.export',
      target: null,
      before: null,
      after: { status: 'pending', sort: 'oldest' },
      again: null,
    },
    exportReportCases: {
      action: 'report.export',
      target: null,
      before: null,
      after: { status: 'pending', sort: 'reports', isGrouped: true },
      again: null,
    },
  },
};
