export const notificationsErrors = {
  NOTIFICATION_NOT_FOUND: 'Không tìm thấy thông báo',
} as const;
