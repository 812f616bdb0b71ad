/** Texts of the guide's screen. */
export const helpStrings = {
  title: 'Hướng dẫn',
  loading: 'Đang tải hướng dẫn...',
  loadFailed: 'Không thể tải hướng dẫn',
  loadFailedHint: 'Nếu thử lại vẫn không được, hãy tải lại trang.',
  contents: 'Mục lục',
  search: 'Tìm trong hướng dẫn',
  searchPlaceholder: 'Tìm trong hướng dẫn, không cần gõ dấu',
  clearSearch: 'Xóa từ khóa',
  found: (count: number) => `${count} mục có từ khóa này`,
  notFound: 'Không có mục nào có từ khóa này',
  notFoundHint: 'Thử ít chữ hơn, hoặc một tên gọi có trên màn hình.',
  table: (title: string) => `Bảng trong mục ${title}`,
} as const;
