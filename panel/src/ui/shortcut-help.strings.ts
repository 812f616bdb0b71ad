/** Words of the list of keys. */
export const shortcutHelpStrings = {
  useShortcuts: 'Dùng phím tắt một phím trong trình duyệt này',
} as const;
