export const auditAudit = {
  'user.export': 'Tải CSV người dùng',
  'report.export': 'Tải CSV báo cáo',
  'content.export': 'Tải CSV nội dung',
  'audit.export': 'Tải CSV nhật ký',
  'audit.expire': 'Xóa mục quá hạn lưu giữ',
};
