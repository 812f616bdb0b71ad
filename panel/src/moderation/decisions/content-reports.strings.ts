/** Texts of the open reports of what an account published. */
export const contentReportsStrings = {
  count: (open: string, subjects: string) => `${open} báo cáo đang mở về ${subjects} nội dung của tài khoản này`,
  noneOfAccount: 'Chưa có báo cáo nào về chính tài khoản',
  close: (open: string, subjects: string) => `Đóng cả ${open} báo cáo về ${subjects} nội dung`,
  closed: (status: string) =>
    `Sau khi quyết định, các báo cáo ấy chuyển thành “${status}”; nội dung giữ nguyên. Hoàn tác riêng ở đầu trang, trong 24 giờ.`,
  failed: 'Đã quyết định, nhưng chưa đóng được báo cáo về nội dung',
} as const;
