import { NEW_PASSWORD_MIN_CHARS } from '@hai-dang/contract/constants.ts';

/** Texts of the page that an invitation leads to. */
export const invitationStrings = {
  title: 'Lời mời làm quản trị viên',
  subtitle: 'Trang quản trị mạng xã hội du lịch Hải Đăng',
  loading: 'Đang mở lời mời...',
  failed: 'Không thể mở lời mời',
  missing: 'Liên kết này không có mã mời, có thể đã bị sao chép thiếu',
  askAgain: 'Hãy nhờ một quản trị viên gửi cho bạn liên kết mới.',
  invitedBy: (name: string) => `${name} mời bạn làm quản trị viên, với email:`,
  until: (time: string) => `Liên kết dùng được đến ${time}.`,
  username: 'Tên của bạn',
  usernameHint: 'Các quản trị viên khác và người dùng sẽ thấy tên này.',
  password: 'Mật khẩu',
  passwordHint: `Ít nhất ${NEW_PASSWORD_MIN_CHARS} ký tự; nhiều từ ghép lại dễ nhớ mà khó đoán.`,
  accept: 'Tạo tài khoản',
  acceptFailed: 'Không thể tạo tài khoản',
  done: 'Tài khoản của bạn đã sẵn sàng',
  doneHint: 'Hãy đăng nhập bằng email và mật khẩu vừa chọn, rồi bật xác thực hai lớp ở trang Tài khoản.',
  signIn: 'Đăng nhập',
} as const;
