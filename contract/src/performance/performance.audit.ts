export const performanceAudit = {
  'performance.export': 'Tải CSV thống kê',
};
