import * as endpoints from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { withOwnId } from '../../lib/http/own-id.ts';
import { createReport } from '../filing/create-report.ts';
import { listReportAccounts } from '../queue/accounts-list.ts';
import { listReportCases } from '../queue/cases-list.ts';
import { listReports } from '../queue/list-reports.ts';
import { exportReportCases, exportReports } from '../queue/reports-export.ts';
import { deleteReport } from './delete-report.ts';
import { getReport } from './get-report.ts';
import { setReportPolicy } from './set-report-policy.ts';
import { setReportStatus } from './set-report-status.ts';

const EXPORT_FILE_NAME = 'bao-cao.csv';
const CASES_EXPORT_FILE_NAME = 'bao-cao-theo-doi-tuong.csv';
const STATUS_SET = 'Đã cập nhật trạng thái báo cáo';

export function registerReportsRoutes(mount: Mount): void {
  // The app's users call this one; the others are the administrators'.
  mount(endpoints.createReport, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã gửi báo cáo',
    data: await createReport(ctx, body),
  }));

  mount(endpoints.listReports, async ({ ctx, body }) => {
    const { reports: data, ...paging } = await listReports(ctx, withOwnId(body, ctx.caller));
    return { success: true, data, ...paging };
  });

  mount(endpoints.listReportCases, async ({ ctx, body }) => {
    const { cases: data, ...paging } = await listReportCases(ctx, withOwnId(body, ctx.caller));
    return { success: true, data, ...paging };
  });

  mount(endpoints.listReportAccounts, async ({ ctx, body }) => {
    const { accounts: data, pagination } = await listReportAccounts(ctx, withOwnId(body, ctx.caller));
    return { success: true, data, pagination };
  });

  mount(endpoints.exportReports, async ({ ctx, body }) => ({
    content: await exportReports(ctx, withOwnId(body, ctx.caller)),
    fileName: EXPORT_FILE_NAME,
  }));

  mount(endpoints.exportReportCases, async ({ ctx, body }) => ({
    content: await exportReportCases(ctx, withOwnId(body, ctx.caller)),
    fileName: CASES_EXPORT_FILE_NAME,
  }));

  mount(endpoints.getReport, async ({ ctx, params }) => ({ success: true, data: await getReport(ctx, params.id) }));

  mount(endpoints.setReportStatus, async ({ ctx, params, body }) => {
    const data = await setReportStatus(ctx, params.id, body);
    return { success: true, message: STATUS_SET, data };
  });

  mount(endpoints.setReportPolicy, async ({ ctx, params, body }) => {
    const data = await setReportPolicy(ctx, params.id, body);
    return { success: true, data };
  });

  mount(endpoints.deleteReport, async ({ ctx, params, body }) => {
    await deleteReport(ctx, params.id, body);
    return { success: true, message: 'Đã xóa báo cáo' };
  });
}
