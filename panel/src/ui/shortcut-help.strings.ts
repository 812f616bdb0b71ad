/** Words about the keys of a screen. */
export const shortcutHelpStrings = {
  title: 'Phím tắt',
  open: 'Xem các phím tắt',
  useShortcuts: 'Dùng phím tắt một phím trong trình duyệt này',
} as const;
