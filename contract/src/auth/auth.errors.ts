export const authErrors = {
  INVALID_CREDENTIALS: 'Email hoặc mật khẩu không đúng',
  ACCOUNT_DISABLED: 'Tài khoản đã bị vô hiệu hóa',
  TOO_MANY_LOGIN_FAILURES: 'Bạn đã đăng nhập sai quá nhiều lần, vui lòng thử lại sau',
  NOT_SIGNED_IN: 'Vui lòng đăng nhập lại',
  SESSION_EXPIRED: 'Phiên đăng nhập đã hết hạn',
  ADMIN_ONLY: 'Bạn không có quyền thực hiện thao tác này',
  USERS_ONLY: 'Chỉ người dùng ứng dụng mới thực hiện được thao tác này',
} as const;
