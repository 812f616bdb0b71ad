/** Texts of who handles a subject. */
export const assignmentStrings = {
  section: 'Phân công xử lý',
  claim: 'Nhận xử lý',
  release: 'Trả lại',
  takeOver: 'Nhận thay',
  giveTo: 'Giao cho…',
  loading: 'Đang tải...',
  retry: 'Không tải được, thử lại',
  nobodyElse: 'Không có quản trị viên khác',
  question: (name: string) => `${name} đang phụ trách đối tượng này và sẽ nhận được thông báo.`,
  takeOverQuestion: 'Bạn có chắc muốn nhận thay?',
  giveQuestion: (name: string) => `Bạn có chắc muốn giao cho ${name}?`,
  claimed: 'Bạn đang phụ trách đối tượng này',
  released: 'Đã trả lại hàng đợi',
  given: (name: string) => `Đã giao cho ${name}`,
  failed: 'Không thể thay đổi người phụ trách',
} as const;
