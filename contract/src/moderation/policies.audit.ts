export const policiesAudit = {
  'policy.create': 'Thêm quy tắc',
  'policy.update': 'Sửa quy tắc',
  'policy.disable': 'Tắt quy tắc',
  'policy.enable': 'Bật lại quy tắc',
  policy: 'Quy tắc',
};
