import type { Errors } from '../lib/errors.ts';

export const postsErrors = {
  POST_NOT_FOUND: [404, 'Không tìm thấy bài viết'],
  POST_NOT_RESTORABLE: [410, 'Đã quá thời gian hoàn tác, không thể khôi phục bài viết'],
  TRAVEL_POST_NOT_FOUND: [404, 'Không tìm thấy bài viết du lịch'],
  TRAVEL_POST_NOT_RESTORABLE: [410, 'Đã quá thời gian hoàn tác, không thể khôi phục bài viết du lịch'],
  COMMENT_NOT_FOUND: [404, 'Không tìm thấy bình luận'],
  COMMENT_NOT_RESTORABLE: [410, 'Đã quá thời gian hoàn tác, không thể khôi phục bình luận'],
} as const satisfies Errors;
