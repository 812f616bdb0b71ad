import {
  createReport,
  deleteReport,
  exportReportCases,
  exportReports,
  getReport,
  listReportCases,
  listReports,
  setReportPolicy,
  setReportStatus,
} from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { withOwnId } from '../../lib/http/own-id.ts';
import type { ReportFilingService } from '../filing/filing.service.ts';
import type { ReportsService } from './reports.service.ts';

const EXPORT_FILE_NAME = 'bao-cao.csv';
const CASES_EXPORT_FILE_NAME = 'bao-cao-theo-doi-tuong.csv';
const STATUS_SET = 'Đã cập nhật trạng thái báo cáo';

export function registerReportsRoutes(mount: Mount, reports: ReportsService, filing: ReportFilingService): void {
  // By the app's users; the others are the administrators'.
  mount(createReport, async ({ body, caller }) => ({
    success: true,
    message: 'Đã gửi báo cáo',
    data: await filing.createReport(body, caller),
  }));

  mount(listReports, async ({ body, caller }) => {
    const { reports: data, ...paging } = await reports.listReports(withOwnId(body, caller));
    return { success: true, data, ...paging };
  });

  mount(listReportCases, async ({ body, caller }) => {
    const { cases: data, ...paging } = await reports.listReportCases(withOwnId(body, caller));
    return { success: true, data, ...paging };
  });

  mount(exportReports, async ({ body, caller, context }) => ({
    content: await reports.exportReports(withOwnId(body, caller), caller, context),
    fileName: EXPORT_FILE_NAME,
  }));

  mount(exportReportCases, async ({ body, caller, context }) => ({
    content: await reports.exportReportCases(withOwnId(body, caller), caller, context),
    fileName: CASES_EXPORT_FILE_NAME,
  }));

  mount(getReport, async ({ params }) => ({ success: true, data: await reports.getReport(params.id) }));

  mount(setReportStatus, async ({ params, body, caller, context }) => {
    const data = await reports.setReportStatus(params.id, body, caller, context);
    return { success: true, message: STATUS_SET, data };
  });

  mount(setReportPolicy, async ({ params, body, caller, context }) => {
    const data = await reports.setReportPolicy(params.id, body, caller, context);
    return { success: true, data };
  });

  mount(deleteReport, async ({ params, body, caller, context }) => {
    await reports.deleteReport(params.id, body, caller, context);
    return { success: true, message: 'Đã xóa báo cáo' };
  });
}
