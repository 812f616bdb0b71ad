/** Words of the screen for addresses that lead nowhere. */
export const notFoundStrings = {
  notFound: 'Trang này chưa có trong phiên bản hiện tại',
  hint: 'Địa chỉ có thể đã thay đổi, hoặc chức năng này sẽ có ở phiên bản sau.',
  goHome: 'Về trang tổng quan',
} as const;
