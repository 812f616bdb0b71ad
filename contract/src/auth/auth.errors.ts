export const authErrors = {
  INVALID_CREDENTIALS: 'Email hoặc mật khẩu không đúng',
  ACCOUNT_DISABLED: 'Tài khoản đã bị vô hiệu hóa',
  SECOND_FACTOR_REQUIRED: 'Tài khoản này cần mã xác thực hai lớp',
  INVALID_SECOND_FACTOR: 'Mã xác thực không đúng',
  SECOND_FACTOR_CHALLENGE_ENDED: 'Bước xác thực đã hết hạn, vui lòng đăng nhập lại',
  TOO_MANY_LOGIN_FAILURES: 'Bạn đã đăng nhập sai quá nhiều lần, vui lòng thử lại sau',
  TOO_MANY_LOGINS: 'Tài khoản này đã đăng nhập quá nhiều lần, vui lòng thử lại sau',
  NOT_SIGNED_IN: 'Vui lòng đăng nhập lại',
  SESSION_EXPIRED: 'Phiên đăng nhập đã hết hạn',
  ADMIN_ONLY: 'Bạn không có quyền thực hiện thao tác này',
  USERS_ONLY: 'Chỉ người dùng ứng dụng mới thực hiện được thao tác này',
} as const;
