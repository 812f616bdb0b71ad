/** Texts of which conversations are listed, and in which order. */
export const viewControlsStrings = {
  filters: 'Lọc cuộc trò chuyện',
  filter: { all: 'Tất cả', waiting: 'Chờ trả lời', open: 'Đang mở', resolved: 'Đã xong' },
  sortedBy: (order: string) => `Sắp xếp: ${order}`,
  sort: { activity: 'Mới hoạt động', waiting: 'Chờ lâu nhất' },
  manyCounted: '999+',
} as const;
