export const usersErrors = {
  /** `details`, if any, says whether the account is being deleted. */
  USER_NOT_FOUND: 'Không tìm thấy thông tin người dùng',
  USER_EXISTS: 'Tên hoặc email này đã được dùng',
  PROTECTED_ACCOUNT: 'Không thể xóa tài khoản admin!',
  OWN_ACCOUNT: 'Bạn không thể vô hiệu hóa hoặc xóa tài khoản của chính mình',
  LAST_ADMIN: 'Không thể vô hiệu hóa hoặc xóa quản trị viên cuối cùng đang hoạt động',
} as const;
