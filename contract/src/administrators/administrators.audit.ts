export const administratorsAudit = {
  'user.create_admin': 'Tạo quản trị viên',
  'administrator.invite': 'Mời quản trị viên',
  'administrator.withdraw_invitation': 'Thu hồi lời mời quản trị viên',
  'administrator.end_sessions': 'Kết thúc mọi phiên của quản trị viên',
  invitation: 'Lời mời',
};
