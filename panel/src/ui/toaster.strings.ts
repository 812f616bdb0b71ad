/** Names of the two places in which toasts appear. */
export const toasterStrings = {
  toasts: 'Thông báo',
  newNotifications: 'Thông báo mới',
} as const;
