export const bulkAudit = {
  'bulk.start': 'Xử lý hàng loạt',
  'bulk.stop': 'Dừng xử lý hàng loạt',
  'bulk.undo': 'Hoàn tác xử lý hàng loạt',
  bulk: 'Xử lý hàng loạt',
};
