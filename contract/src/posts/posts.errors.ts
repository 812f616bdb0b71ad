export const postsErrors = {
  POST_NOT_FOUND: 'Không tìm thấy bài viết',
  POST_NOT_RESTORABLE: 'Đã quá thời gian hoàn tác, không thể khôi phục bài viết',
  TRAVEL_POST_NOT_FOUND: 'Không tìm thấy bài viết du lịch',
  TRAVEL_POST_NOT_RESTORABLE: 'Đã quá thời gian hoàn tác, không thể khôi phục bài viết du lịch',
  COMMENT_NOT_FOUND: 'Không tìm thấy bình luận',
  COMMENT_NOT_RESTORABLE: 'Đã quá thời gian hoàn tác, không thể khôi phục bình luận',
} as const;
