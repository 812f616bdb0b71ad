/** Names of the two places in which toasts appear. */
export const toasterStrings = {
  toasts: 'Thông báo',
  arrivals: 'Thông báo mới',
} as const;
