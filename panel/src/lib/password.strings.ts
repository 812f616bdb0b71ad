/** Words around passwords and codes, wherever they are asked for. */
export const passwordStrings = {
  show: 'Hiện',
  hide: 'Ẩn',
  networkDown: 'Không thể kết nối đến máy chủ, vui lòng thử lại',
  waitMinutes: (minutes: number) => `Thử lại sau ${minutes} phút.`,
  waitSeconds: (seconds: number) => `Thử lại sau ${seconds} giây.`,
} as const;
