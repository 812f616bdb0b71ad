import type { ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { labelIn } from '../lib/label-in.ts';

/** The statuses of a report, as several features name them. */
export const reportStatuses = {
  pending: 'Chờ xử lý',
  reviewing: 'Đang xem xét',
  resolved: 'Đã xử lý',
  rejected: 'Từ chối',
} satisfies Record<ReportStatus, string>;

/** A status in words; one that is not known is shown as it is (specification, section 3). */
export const statusLabel = (status: string): string => labelIn(reportStatuses, status);
