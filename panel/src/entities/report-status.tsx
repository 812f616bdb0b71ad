import {
  OPEN_REPORT_STATUSES,
  type ReportStatus,
  type ReportStatusFilter,
} from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { labelIn } from '../lib/format.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

/** The statuses of a report and their labels in several features. */
export const reportStatuses = {
  pending: 'Chờ xử lý',
  reviewing: 'Đang xem xét',
  resolved: 'Đã xử lý',
  rejected: 'Từ chối',
} satisfies Record<ReportStatus, string>;

const labels: Readonly<Record<string, string>> = {
  ...reportStatuses,
  open: 'Đang mở',
} satisfies Record<ReportStatusFilter, string>;

/** The label of a status, or of all open ones; an unknown one is returned as it is (specification, section 3). */
export const statusLabel = (status: string): string => labelIn(labels, status);

/** Whether a report in a status waits for a decision. */
export const isOpenStatus = (status: string): boolean => OPEN_REPORT_STATUSES.some((open) => open === status);

/** Specification, section 4: yellow, blue, green, red. */
const TONES: Readonly<Record<string, Tone>> = {
  pending: 'amber',
  reviewing: 'blue',
  resolved: 'green',
  rejected: 'red',
};

/** A badge with a report's status; an unknown one is shown as it is. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{statusLabel(status)}</Badge>;
}
