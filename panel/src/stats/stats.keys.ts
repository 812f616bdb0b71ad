export const statsKeys = {
  dashboard: ['stats', 'dashboard'] as const,
};
