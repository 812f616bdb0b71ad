const CLOCK = new Intl.DateTimeFormat('vi-VN', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Texts of `npm run demo:traffic`. */
export const trafficStrings = {
  usage: `npm run demo:traffic -- [tùy chọn]

Nhiều người dùng mẫu cùng đăng nhập vào máy chủ đang chạy: vào rồi ra, nhắn tin, trả lời quản trị viên, thỉnh thoảng báo cáo.
Mở bảng quản trị để xem; Ctrl-C để dừng.

  --url <địa chỉ>    máy chủ (mặc định http://127.0.0.1:4000)
  --users <số>       bao nhiêu người, từ 1 đến 50 (mặc định 12)
  --minutes <số>     trong bao lâu, tối đa 120 (mặc định 10)
  --speed <số>       nhanh hơn bao nhiêu lần, từ 0.1 đến 10 (mặc định 1)

Tên đăng nhập được đọc từ cơ sở dữ liệu của DATA_DIR hoặc DATABASE_URL, như máy chủ.`,
  badUrl: (text: string) => `--url ${text}: không phải là địa chỉ http hay https`,
  badNumber: (option: string, text: string, min: number, max: number) =>
    `--${option} ${text}: phải là một số từ ${min} đến ${max}`,
  noDemoUsers:
    'Cơ sở dữ liệu này không có người dùng mẫu. Hãy khởi động máy chủ với DEMO_DATA=1, và chạy lệnh này với cùng DATA_DIR hoặc DATABASE_URL.',
  started: (users: number, minutes: number, url: string) =>
    `${users} người dùng mẫu hoạt động trong ${minutes} phút tại ${url}. Ctrl-C để dừng.`,
  line: (name: string, text: string) => `[${CLOCK.format(new Date())}] ${name} ${text}`,
  connected: 'vào ứng dụng',
  disconnected: 'rời ứng dụng',
  sent: (text: string) => `viết: ${text}`,
  received: (text: string) => `nhận: ${text}`,
  image: 'một ảnh',
  reported: (reason: string) => `gửi một báo cáo (${reason})`,
  rejected: 'không được vào nữa',
  stopping: 'Đang dừng...',
  done: (messages: number, reports: number) =>
    `Xong: ${messages} tin nhắn, ${reports} báo cáo. Mọi người đã rời ứng dụng.`,
  unsent: (count: number) => `${count} tin nhắn chưa gửi được.`,
} as const;
