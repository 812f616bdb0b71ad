import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { labelIn } from '../lib/format.ts';

const KINDS: Readonly<Record<string, string>> = {
  reported: 'Báo cáo',
  status_set: 'Đổi trạng thái báo cáo',
  report_deleted: 'Xóa báo cáo',
  policy_named: 'Đổi quy tắc của báo cáo',
  decided: 'Quyết định',
  decision_undone: 'Hoàn tác quyết định',
  appealed: 'Khiếu nại',
  appeal_upheld: 'Giữ nguyên quyết định',
  appeal_overturned: 'Hủy quyết định sau khiếu nại',
  appeal_closed: 'Đóng khiếu nại',
  auto_closed: 'Đóng báo cáo',
  auto_hidden: 'Ẩn tạm nội dung',
  taken_down: 'Gỡ nội dung',
  restored: 'Khôi phục nội dung',
  warned: 'Cảnh cáo',
  suspended: 'Tạm khóa tài khoản',
  unsuspended: 'Hết tạm khóa',
  disabled: 'Vô hiệu hóa tài khoản',
  enabled: 'Kích hoạt lại tài khoản',
  deleted: 'Xóa vĩnh viễn',
  noted: 'Ghi chú nội bộ',
  note_removed: 'Thu hồi ghi chú nội bộ',
  tagged: 'Gắn nhãn',
  tag_removed: 'Bỏ nhãn',
  assigned: 'Giao xử lý',
  released: 'Trả lại',
  reporter_muted: 'Tắt báo cáo của người dùng',
  reporter_unmuted: 'Bật lại báo cáo của người dùng',
  letter_queued: 'Soạn thư',
  letter_sent: 'Gửi thư',
};

/** The label of a moderation event; an unknown kind is shown as it is. */
export const moderationKindLabel = (kind: string): string => labelIn(KINDS, kind);

/** The types of subjects that can be moderated. */
export const subjectTypes = {
  User: 'Tài khoản',
  Post: 'Bài viết',
  TravelPost: 'Bài viết du lịch',
  Comment: 'Bình luận',
} satisfies Record<ReportItemType, string>;
