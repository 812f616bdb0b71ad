export const usersAudit = {
  'user.disable': 'Vô hiệu hóa tài khoản',
  'user.enable': 'Kích hoạt tài khoản',
  'user.delete': 'Xóa tài khoản',
};
