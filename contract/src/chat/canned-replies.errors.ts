import { CANNED_REPLIES_MAX } from '../constants.ts';

export const cannedRepliesErrors = {
  CANNED_REPLY_NOT_FOUND: 'Câu trả lời mẫu này đã bị xóa',
  /** `details.reply` is the reply as it stands now. */
  CANNED_REPLY_CHANGED: 'Câu trả lời mẫu vừa được quản trị viên khác thay đổi',
  /** Another one has the same shortcut, letter case and accents aside. */
  CANNED_REPLY_EXISTS: 'Lối tắt này đã được dùng',
  TOO_MANY_CANNED_REPLIES: `Đã có đủ ${CANNED_REPLIES_MAX} câu trả lời mẫu, hãy xóa bớt trước khi thêm`,
} as const;
