/** Texts of the list of saved views. */
export const savedViewsStrings = {
  list: 'Chế độ xem đã lưu',
  shared: 'dùng chung',
  modified: 'đã đổi bộ lọc',
  failed: 'Không tải được chế độ xem đã lưu',
} as const;
