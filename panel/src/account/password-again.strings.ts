/** Words of the dialog that asks for the password again. */
export const passwordAgainStrings = {
  title: 'Nhập lại mật khẩu',
  reason: 'Để bảo vệ tài khoản, thao tác này cần mật khẩu của bạn. Sau đó bạn không phải nhập lại trong 10 phút.',
  password: 'Mật khẩu của bạn',
  go: 'Tiếp tục',
  failed: 'Không thể kiểm tra mật khẩu',
} as const;
