/** Texts about attached images. */
export const attachmentStrings = {
  choose: 'Gửi hình ảnh',
  chosen: 'Hình ảnh sẽ gửi',
  count: (count: number) => (count === 0 ? '' : `Đã chọn ${count} hình ảnh`),
  remove: (name: string) => `Bỏ ảnh ${name}`,
  rejected: (name: string, reason: string) => `${name}: ${reason}`,
  closeRejected: 'Đóng thông báo',
  unreadable: 'Không đọc được tệp này',
  noRoom: 'Trình duyệt không còn chỗ để giữ ảnh chờ gửi',
  drop: 'Thả hình ảnh vào đây để gửi',
  unnamed: 'Hình ảnh',
  reading: 'Đang đọc hình ảnh...',
  kilobytes: (count: string) => `${count} KB`,
  megabytes: (count: string) => `${count} MB`,
} as const;
