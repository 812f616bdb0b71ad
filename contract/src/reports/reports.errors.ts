export const reportsErrors = {
  REPORT_NOT_FOUND: 'Không tìm thấy báo cáo',
  /** `details.report` is the report as it stands now. */
  REPORT_CHANGED: 'Báo cáo vừa được quản trị viên khác thay đổi',
  /** `details` has the present `open`, `pending` and `revision`. */
  CASE_CHANGED: 'Các báo cáo đang mở vừa thay đổi, vui lòng xác nhận lại',
  BATCH_NOT_UNDOABLE: 'Đã quá thời gian hoàn tác',
  REPORTED_ITEM_NOT_FOUND: 'Không tìm thấy nội dung bị báo cáo',
  REPORT_ACTION_IMPOSSIBLE: 'Không thể thực hiện thao tác này với đối tượng bị báo cáo',
  OWN_CONTENT: 'Bạn không thể báo cáo chính mình',
  REPORT_KEY_REUSED: 'Mã báo cáo đã được dùng cho một nội dung khác',
  TOO_MANY_REPORTS: 'Bạn đã gửi quá nhiều báo cáo, vui lòng thử lại sau',
} as const;
