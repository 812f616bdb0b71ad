export const appealsAudit = {
  'appeal.decide': 'Xử lý khiếu nại',
};
