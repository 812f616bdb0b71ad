export const webhooksAudit = {
  'webhook.create': 'Thêm webhook',
  'webhook.update': 'Sửa webhook',
  'webhook.renew_secret': 'Tạo khóa mới của webhook',
  'webhook.test': 'Gửi thử webhook',
  'webhook.delete': 'Xóa webhook',
  webhook: 'Webhook',
};
