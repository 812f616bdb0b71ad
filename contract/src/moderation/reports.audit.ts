export const reportsAudit = {
  // Old entries only: what app users do is not recorded any more.
  'report.create': 'Gửi báo cáo',
  'report.status': 'Đổi trạng thái báo cáo',
  'report.status_all': 'Đổi trạng thái mọi báo cáo về một đối tượng',
  'report.policy': 'Đổi quy tắc của báo cáo',
  'report.delete': 'Xóa báo cáo',
  report: 'Báo cáo',
};
