/** Texts of the canned replies in a conversation; the dialog has its own. */
export const cannedRepliesStrings = {
  title: 'Câu trả lời mẫu',
  manage: 'Quản lý câu trả lời mẫu',
  found: (count: number) => `${count} câu trả lời mẫu`,
  noMatch: 'Không có câu trả lời mẫu nào khớp',
  loading: 'Đang tải câu trả lời mẫu...',
  failed: 'Không thể tải câu trả lời mẫu',
  unfilled: (blank: string) => `Hãy điền hoặc xóa ${blank} trước khi gửi`,
  /** Replaces an unknown name. */
  you: 'bạn',
} as const;
