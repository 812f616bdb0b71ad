/** Texts of the sign-in. */
export const authStrings = {
  title: 'Đăng nhập',
  subtitle: 'Trang quản trị mạng xã hội du lịch Hải Đăng',
  email: 'Email',
  password: 'Mật khẩu',
  submit: 'Đăng nhập',
  submitting: 'Đang xử lý...',
  forgotPassword: 'Quên mật khẩu?',
  forgotTitle: 'Quên mật khẩu?',
  forgotMessage: 'Vui lòng liên hệ bộ phận quản trị để được cấp lại mật khẩu:',
  understood: 'Đã hiểu',
  loginFailed: 'Đăng nhập thất bại',
  invalidToken: 'Token không hợp lệ',
  code: 'Mã xác thực',
  codeHint: 'Nhập mã 6 chữ số trong ứng dụng xác thực.',
  recoveryCode: 'Mã khôi phục',
  recoveryCodeHint: 'Mỗi mã khôi phục chỉ dùng được một lần.',
  twoFactor: 'Xác thực hai lớp',
  confirm: 'Xác nhận',
  useRecoveryCode: 'Dùng mã khôi phục',
  useAppCode: 'Dùng mã từ ứng dụng xác thực',
  backToPassword: 'Quay lại',
} as const;

/** Where the settings have none; the same as the server's default. */
export const DEFAULT_SUPPORT_EMAIL = 'hotro@hai-dang.example';
