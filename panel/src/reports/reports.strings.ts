import type { ReportItemType, ReportReason, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';

/** Words of both screens of the reports; those of the specification to the letter. */
export const reportsStrings = {
  statuses: {
    pending: 'Chờ xử lý',
    reviewing: 'Đang xem xét',
    resolved: 'Đã xử lý',
    rejected: 'Từ chối',
  } satisfies Record<ReportStatus, string>,
  itemTypes: {
    User: 'Người dùng',
    Post: 'Bài viết',
    TravelPost: 'Bài viết du lịch',
    Comment: 'Bình luận',
  } satisfies Record<ReportItemType, string>,
  reasons: {
    spam: 'Spam',
    harassment: 'Quấy rối',
    inappropriate_content: 'Nội dung không phù hợp',
    violence: 'Bạo lực',
    hate_speech: 'Phát ngôn thù địch',
    false_information: 'Thông tin sai lệch',
    other: 'Khác',
  } satisfies Record<ReportReason, string>,
  noReporter: 'Không có thông tin',

  statusSaved: 'Đã cập nhật trạng thái báo cáo',
  statusFailed: 'Không thể cập nhật trạng thái báo cáo',
  statusUndone: (status: string) => `Đã hoàn tác: ${status}`,
  notUndone: (status: string) => `Không thể hoàn tác, báo cáo đã được thay đổi sau đó: ${status}`,
  changedMeanwhile: (status: string) => `Báo cáo vừa được quản trị viên khác thay đổi: ${status}`,
  removed: 'Đã xóa báo cáo',
  removeFailed: 'Không thể xóa báo cáo',
  removeQuestion: 'Bạn có chắc muốn xóa báo cáo này?',
  remove: 'Xóa',
} as const;

const labelIn = (labels: Readonly<Record<string, string>>, value: string) =>
  Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;

/** What is not known is shown as it is (specification, section 3). */
export const statusLabel = (status: string): string => labelIn(reportsStrings.statuses, status);
export const itemTypeLabel = (itemType: string): string => labelIn(reportsStrings.itemTypes, itemType);
export const reasonLabel = (reason: string): string => labelIn(reportsStrings.reasons, reason);
