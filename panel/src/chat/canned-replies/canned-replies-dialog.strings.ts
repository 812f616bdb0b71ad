import { CANNED_REPLY_SHORTCUT_MAX_CHARS } from '@hai-dang/contract/chat/canned-replies.schema.ts';

/** Texts of the dialog with the canned replies. */
export const cannedRepliesDialogStrings = {
  title: 'Câu trả lời mẫu',
  loading: 'Đang tải câu trả lời mẫu...',
  failed: 'Không thể tải câu trả lời mẫu',
  empty: 'Chưa có câu trả lời mẫu nào',
  emptyHint: 'Mọi quản trị viên dùng chung. Trong ô tin nhắn, gõ / và lối tắt để chèn.',
  add: 'Thêm câu trả lời mẫu',
  edit: (shortcut: string) => `Sửa /${shortcut}`,
  remove: (shortcut: string) => `Xóa /${shortcut}`,
  addTitle: 'Thêm câu trả lời mẫu',
  editTitle: 'Sửa câu trả lời mẫu',
  shortcut: 'Lối tắt',
  shortcutHint: `Một từ, tối đa ${CANNED_REPLY_SHORTCUT_MAX_CHARS} ký tự; không phân biệt hoa thường và dấu.`,
  content: 'Nội dung',
  contentHint:
    '{tên} được thay bằng tên gọi, {họ tên} bằng cả họ tên. Chỗ trống như {mã đơn} được điền khi trả lời: phím Tab đi qua từng chỗ.',
  save: 'Lưu',
  saved: (shortcut: string) => `Đã lưu /${shortcut}`,
  saveFailed: 'Không thể lưu câu trả lời mẫu',
  removeTitle: 'Xóa câu trả lời mẫu',
  removeQuestion: 'Bạn có chắc muốn xóa câu trả lời mẫu',
  removeConsequence: 'Mọi quản trị viên sẽ không còn dùng được. Không thể khôi phục sau khi xóa.',
  removeConfirm: 'Xóa',
  removed: (shortcut: string) => `Đã xóa /${shortcut}`,
  removeFailed: 'Không thể xóa câu trả lời mẫu',
  conflict: 'Câu trả lời mẫu này vừa được quản trị viên khác đổi thành:',
  gone: 'Câu trả lời mẫu này đã bị xóa. Lưu lần nữa để thêm lại.',
} as const;
