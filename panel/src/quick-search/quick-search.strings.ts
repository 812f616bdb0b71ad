/** Texts of the palette that finds things from any screen. */
export const quickSearchStrings = {
  title: 'Tìm nhanh',
  field: 'Tìm trang, thao tác, người dùng, báo cáo, nội dung',
  placeholder: 'Tên, email, số điện thoại, ID, liên kết...',
  results: 'Kết quả tìm nhanh',
  groups: {
    link: 'Liên kết',
    recent: 'Chọn gần đây',
    screens: 'Trang',
    actions: 'Thao tác ở trang này',
    users: 'Người dùng',
    conversations: 'Trò chuyện',
    reports: 'Báo cáo',
    content: 'Nội dung',
  },
  /** The kind of a recent choice, which stands under no heading of its kind. */
  kinds: {
    user: 'Người dùng',
    conversation: 'Trò chuyện',
    report: 'Báo cáo',
    content: 'Nội dung',
  },
  openLink: (title: string) => `Mở ${title}`,
  foreignLink: 'Liên kết này không thuộc trang quản trị nên không mở ở đây',
  untitled: 'Không có chữ',
  contentStates: { hidden: 'Đã ẩn tạm', taken_down: 'Đã gỡ' },
  searching: 'Đang tìm...',
  count: (count: number) => `${count} kết quả`,
  none: (term: string) => `Không tìm thấy gì cho “${term}”`,
  failed: 'Không thể tìm kiếm',
  keys: '↑ ↓ để chọn, Enter để mở, Ctrl+Enter để mở ở thẻ mới',
} as const;
