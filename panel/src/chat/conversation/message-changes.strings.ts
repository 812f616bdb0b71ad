/** Texts of what the author can change of a message. */
export const messageChangesStrings = {
  menu: 'Tùy chọn tin nhắn',
  edit: 'Sửa',
  editing: 'Đang sửa tin nhắn',
  editLabel: 'Nội dung tin nhắn',
  save: 'Lưu',
  editFailed: 'Không thể sửa tin nhắn, vui lòng thử lại',
  delete: 'Thu hồi',
  deleteTitle: 'Thu hồi tin nhắn',
  deleteText: 'Người dùng không còn đọc được tin nhắn này. Thao tác này không thể hoàn tác.',
  deleteImage: 'Người dùng không còn xem được hình ảnh này. Thao tác này không thể hoàn tác.',
  deleteFailed: 'Không thể thu hồi tin nhắn, vui lòng thử lại',
} as const;
