type CountText = (count: string) => string;

/** Texts of the dialog that ends a wave of spam. */
export const cleanUpStrings = {
  title: 'Xử lý đợt spam',
  account: (name: string) => `Tài khoản ${name}`,
  disables: 'Vô hiệu hóa tài khoản',
  takesDown: ((count) => `Gỡ tất cả ${count} bài viết và bình luận đang hiện`) satisfies CountText,
  closesReports: ((count) => `Đóng ${count} báo cáo đang mở về người này thành “Đã xử lý”`) satisfies CountText,
  counting: '…',
  countFailed: 'Không đếm được nội dung và báo cáo',
  policy: 'Quy tắc bị vi phạm',
  noPolicy: 'Không nêu quy tắc',
  policyHint: 'Ghi vào quyết định vô hiệu hóa, cùng điểm vi phạm và thư theo mẫu.',
  hint: 'Các việc chạy nền, mỗi việc hoàn tác được trong 24 giờ. Mục vừa được quản trị viên khác xử lý thì được bỏ qua.',
  start: 'Thực hiện',
  startFailed: 'Không thể bắt đầu xử lý',
  started: 'Đang xử lý đợt spam',
  done: 'Đã xử lý đợt spam',
  stopped: 'Đã dừng xử lý đợt spam',
  nothingDone: 'Không còn gì để xử lý',
  skipped: ((count) => `bỏ qua ${count} mục`) satisfies CountText,
  closeFailed: 'Không thể đóng các báo cáo còn lại',
  undoing: 'Đang hoàn tác việc xử lý đợt spam',
  undoFailed: 'Không thể hoàn tác',
} as const;
