export const notificationsAudit = {
  'notification.read': 'Đọc thông báo',
  'notification.read_all': 'Đọc mọi thông báo',
  'notification.delete': 'Xóa thông báo',
  'notification.read_some': 'Đọc nhiều thông báo',
  'notification.delete_some': 'Xóa nhiều thông báo',
  'notification.delete_all': 'Xóa mọi thông báo',
  notification: 'Thông báo',
};
