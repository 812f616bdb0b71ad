export const savedViewsAudit = {
  'saved_view.create': 'Lưu chế độ xem',
  'saved_view.update': 'Sửa chế độ xem',
  'saved_view.delete': 'Xóa chế độ xem',
  saved_view: 'Chế độ xem',
};
