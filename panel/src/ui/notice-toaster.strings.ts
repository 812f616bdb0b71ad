/** Names of the two places in which notices appear. */
export const noticeToasterStrings = {
  notices: 'Thông báo',
  arrivals: 'Thông báo mới',
} as const;
