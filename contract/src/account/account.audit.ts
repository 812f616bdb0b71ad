export const accountAudit = {
  'account.change_password': 'Đổi mật khẩu',
  'account.confirm_password': 'Nhập lại mật khẩu',
  'account.end_session': 'Kết thúc một phiên đăng nhập',
  'account.end_other_sessions': 'Kết thúc các phiên đăng nhập khác',
  'account.begin_second_factor': 'Bắt đầu thiết lập xác thực hai lớp',
  'account.enable_second_factor': 'Bật xác thực hai lớp',
  'account.renew_recovery_codes': 'Tạo mã khôi phục mới',
  'account.disable_second_factor': 'Tắt xác thực hai lớp',
  'account.reset_second_factor': 'Gỡ xác thực hai lớp bị mất',
  user: 'Người dùng',
};
