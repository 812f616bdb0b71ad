import type { Errors } from '../lib/errors.ts';

export const usersErrors = {
  /** `details`, if any, says whether the account is being deleted. */
  USER_NOT_FOUND: [404, 'Không tìm thấy thông tin người dùng'],
  USER_EXISTS: [409, 'Tên hoặc email này đã được dùng'],
  PROTECTED_ACCOUNT: [403, 'Không thể xóa tài khoản admin!'],
  OWN_ACCOUNT: [403, 'Bạn không thể vô hiệu hóa hoặc xóa tài khoản của chính mình'],
  LAST_ADMIN: [409, 'Không thể vô hiệu hóa hoặc xóa quản trị viên cuối cùng đang hoạt động'],
} as const satisfies Errors;
