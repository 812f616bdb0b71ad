export const authAudit = {
  'auth.login': 'Đăng nhập',
  'auth.login_refused': 'Đăng nhập thất bại',
  'auth.logout': 'Đăng xuất',
};
