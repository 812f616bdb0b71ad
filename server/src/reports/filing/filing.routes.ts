import { createReport } from '@hai-dang/contract/reports/reports.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { ReportFilingService } from './filing.service.ts';

/** The app's side (the wire contract). */
export function registerReportFilingRoutes(mount: Mount, filing: ReportFilingService): void {
  mount(createReport, async ({ body, caller }) => ({
    success: true,
    message: 'Đã gửi báo cáo',
    data: await filing.createReport(body, caller),
  }));
}
