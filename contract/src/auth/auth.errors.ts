import type { Errors } from '../lib/errors.ts';

export const authErrors = {
  INVALID_CREDENTIALS: [401, 'Email hoặc mật khẩu không đúng'],
  ACCOUNT_DISABLED: [403, 'Tài khoản đã bị vô hiệu hóa'],
  SECOND_FACTOR_REQUIRED: [401, 'Tài khoản này cần mã xác thực hai lớp'],
  INVALID_SECOND_FACTOR: [401, 'Mã xác thực không đúng'],
  SECOND_FACTOR_CHALLENGE_ENDED: [401, 'Bước xác thực đã hết hạn, vui lòng đăng nhập lại'],
  TOO_MANY_LOGIN_FAILURES: [429, 'Bạn đã đăng nhập sai quá nhiều lần, vui lòng thử lại sau'],
  TOO_MANY_LOGINS: [429, 'Tài khoản này đã đăng nhập quá nhiều lần, vui lòng thử lại sau'],
  NOT_SIGNED_IN: [401, 'Vui lòng đăng nhập lại'],
  SESSION_EXPIRED: [401, 'Phiên đăng nhập đã hết hạn'],
  ADMIN_ONLY: [403, 'Bạn không có quyền thực hiện thao tác này'],
  USERS_ONLY: [403, 'Chỉ người dùng ứng dụng mới thực hiện được thao tác này'],
} as const satisfies Errors;
