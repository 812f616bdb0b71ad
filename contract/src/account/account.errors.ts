export const accountErrors = {
  SECOND_FACTOR_CODE_WRONG: 'Mã xác thực không đúng, vui lòng thử lại với mã mới nhất',
  SECOND_FACTOR_SETUP_REQUIRED: 'Bạn cần bật xác thực hai lớp trước khi tiếp tục',
  SECOND_FACTOR_ALREADY_ON: 'Xác thực hai lớp đã được bật',
  SECOND_FACTOR_NOT_ON: 'Xác thực hai lớp chưa được bật',
  SECOND_FACTOR_NOT_BEGUN: 'Bạn chưa bắt đầu thiết lập xác thực hai lớp',
  PASSWORD_CONFIRMATION_REQUIRED: 'Vui lòng nhập lại mật khẩu để tiếp tục',
  WRONG_PASSWORD: 'Mật khẩu không đúng',
  WEAK_PASSWORD: 'Mật khẩu mới quá dễ đoán, vui lòng chọn mật khẩu khác',
  SESSION_NOT_FOUND: 'Phiên đăng nhập không còn nữa',
} as const;
