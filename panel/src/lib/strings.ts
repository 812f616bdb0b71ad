/** Texts that more than one feature shows. */
export const sharedStrings = {
  productName: 'Admin Panel',
  retry: 'Thử lại',
  retrying: 'Đang thử lại...',
  loading: 'Đang tải...',
  close: 'Đóng',
  cancel: 'Hủy',
  processing: 'Đang xử lý...',
  undo: 'Hoàn tác',
  justNow: 'vừa xong',
  unknownTime: 'Không rõ thời gian',
  invalidTime: 'Thời gian không hợp lệ',
  signInAgain: 'Vui lòng đăng nhập lại',
  menuLoadFailed: 'Không thể mở, vui lòng thử lại',
  deceptiveName: 'Tên chứa ký tự ẩn',
  imageUnavailable: 'Không tải được ảnh',
  totals: {
    eq: (count: string) => count,
    gte: (count: string) => `Hơn ${count}`,
    approx: (count: string) => `Khoảng ${count}`,
  },
} as const;
