/** Words of the dialog that asks before something is done. */
export const confirmDialogStrings = {
  failed: 'Đã xảy ra lỗi, vui lòng thử lại sau',
} as const;
