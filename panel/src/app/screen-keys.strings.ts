/** Texts of the keys that work on every screen. */
export const screenKeysStrings = {
  find: 'Đến ô tìm kiếm của trang',
} as const;
