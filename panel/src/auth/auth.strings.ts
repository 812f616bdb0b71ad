/** Words of signing in. */
export const authStrings = {
  title: 'Đăng nhập',
  subtitle: 'Trang quản trị mạng xã hội du lịch Hải Đăng',
  email: 'Email',
  password: 'Mật khẩu',
  showPassword: 'Hiện mật khẩu',
  hidePassword: 'Ẩn mật khẩu',
  show: 'Hiện',
  hide: 'Ẩn',
  submit: 'Đăng nhập',
  submitting: 'Đang xử lý...',
  forgotPassword: 'Quên mật khẩu?',
  forgotTitle: 'Quên mật khẩu?',
  forgotMessage: 'Vui lòng liên hệ bộ phận quản trị để được cấp lại mật khẩu:',
  understood: 'Đã hiểu',
  loginFailed: 'Đăng nhập thất bại',
  invalidToken: 'Token không hợp lệ',
  networkDown: 'Không thể kết nối đến máy chủ, vui lòng thử lại',
  waitMinutes: (minutes: number) => `Thử lại sau ${minutes} phút.`,
  waitSeconds: (seconds: number) => `Thử lại sau ${seconds} giây.`,
} as const;

/** Where an administrator who cannot sign in finds help. */
export const SUPPORT_EMAIL = 'hotro@hai-dang.example';
