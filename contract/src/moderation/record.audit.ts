export const recordAudit = {
  'user.mute_reports': 'Tắt báo cáo của người dùng',
  'user.unmute_reports': 'Bật lại báo cáo của người dùng',
};
