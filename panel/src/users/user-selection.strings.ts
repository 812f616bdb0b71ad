/** Texts of the selection of users, loaded with its bar. */
export const selectionStrings = {
  selectAllMatching: (count: string) => `Chọn tất cả ${count} người khớp bộ lọc`,
  selection: 'Người dùng đã chọn',
  selected: (count: string) => `Đã chọn ${count} người dùng`,
  allSelected: (count: string) => `Đã chọn tất cả ${count} người khớp bộ lọc`,
  selectionActions: 'Xử lý người dùng đã chọn',
  suspendSelected: 'Tạm khóa',
  disableSelected: 'Vô hiệu hóa',
  tagSelected: 'Gắn nhãn',
  clearSelection: 'Bỏ chọn',
} as const;
