export const statsErrors = {
  STATS_UNAVAILABLE: 'Không thể tải dữ liệu thống kê',
} as const;
