export const settingsAudit = {
  'settings.update': 'Sửa thiết lập',
  settings: 'Thiết lập',
};
