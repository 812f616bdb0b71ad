import type { Errors } from '../lib/errors.ts';
import { CANNED_REPLIES_MAX } from './canned-replies.schema.ts';

export const cannedRepliesErrors = {
  CANNED_REPLY_NOT_FOUND: [404, 'Câu trả lời mẫu này đã bị xóa'],
  /** Another one has the same shortcut, letter case and accents aside. */
  CANNED_REPLY_EXISTS: [409, 'Lối tắt này đã được dùng'],
  TOO_MANY_CANNED_REPLIES: [409, `Đã có đủ ${CANNED_REPLIES_MAX} câu trả lời mẫu, hãy xóa bớt trước khi thêm`],
} as const satisfies Errors;
