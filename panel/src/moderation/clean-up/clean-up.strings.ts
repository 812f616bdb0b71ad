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
  policyHint: 'Ghi vào mọi quyết định của lượt này; điểm vi phạm chỉ tính một lần. Một thư cho chủ tài khoản.',
  hint: 'Chạy nền như một lượt: dừng được giữa chừng, hoàn tác tất cả một lần trong 24 giờ. Mục vừa được quản trị viên khác xử lý thì được bỏ qua.',
  start: 'Thực hiện',
  startFailed: 'Không thể bắt đầu xử lý',
  started: 'Đang xử lý đợt spam',
} as const;
