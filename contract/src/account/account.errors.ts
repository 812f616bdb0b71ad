import type { Errors } from '../lib/errors.ts';

export const accountErrors = {
  SECOND_FACTOR_CODE_WRONG: [400, 'Mã xác thực không đúng, vui lòng thử lại với mã mới nhất'],
  SECOND_FACTOR_SETUP_REQUIRED: [403, 'Bạn cần bật xác thực hai lớp trước khi tiếp tục'],
  SECOND_FACTOR_ALREADY_ON: [409, 'Xác thực hai lớp đã được bật'],
  SECOND_FACTOR_NOT_ON: [409, 'Xác thực hai lớp chưa được bật'],
  SECOND_FACTOR_NOT_BEGUN: [409, 'Bạn chưa bắt đầu thiết lập xác thực hai lớp'],
  PASSWORD_CONFIRMATION_REQUIRED: [403, 'Vui lòng nhập lại mật khẩu để tiếp tục'],
  WRONG_PASSWORD: [403, 'Mật khẩu không đúng'],
  WEAK_PASSWORD: [400, 'Mật khẩu mới quá dễ đoán, vui lòng chọn mật khẩu khác'],
  SESSION_NOT_FOUND: [404, 'Phiên đăng nhập không còn nữa'],
} as const satisfies Errors;
