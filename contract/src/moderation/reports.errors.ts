import type { Errors } from '../lib/errors.ts';

export const reportsErrors = {
  REPORT_NOT_FOUND: [404, 'Không tìm thấy báo cáo'],
  /** `details.report` is the current report. */
  REPORT_CHANGED: [409, 'Báo cáo vừa được quản trị viên khác thay đổi'],
  REPORT_CLOSED: [409, 'Báo cáo này đã xử lý xong, hãy mở lại trước khi đổi quy tắc'],
  REPORTED_ITEM_NOT_FOUND: [404, 'Không tìm thấy nội dung bị báo cáo'],
  DECISION_KEY_REUSED: [409, 'Mã quyết định đã được dùng cho một quyết định khác'],
  OWN_CASE: [403, 'Bạn không thể tự xử lý tài khoản, nội dung hay báo cáo của chính mình, hãy nhờ quản trị viên khác'],
  OWN_CONTENT: [403, 'Bạn không thể báo cáo chính mình'],
  REPORT_KEY_REUSED: [409, 'Mã báo cáo đã được dùng cho một nội dung khác'],
  TOO_MANY_REPORTS: [429, 'Bạn đã gửi quá nhiều báo cáo, vui lòng thử lại sau'],
} as const satisfies Errors;
