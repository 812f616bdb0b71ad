import type { Errors } from '../lib/errors.ts';

export const decisionsErrors = {
  SUBJECT_NOT_FOUND: [404, 'Không tìm thấy đối tượng này, có thể nội dung hoặc tài khoản đã bị xóa'],
  /** `details.subject` is the current one. */
  SUBJECT_CHANGED: [409, 'Đối tượng này vừa được quản trị viên khác xử lý, hoặc vừa có báo cáo mới'],
  /** `details.subject` is the present one. */
  SUBJECT_ASSIGNED: [409, 'Quản trị viên khác đang phụ trách đối tượng này'],
  SUBJECT_CLOSED: [409, 'Đối tượng này không còn gì chờ xử lý'],
  /** Gone, disabled, or no administrator. */
  ASSIGNEE_NOT_FOUND: [404, 'Không tìm thấy quản trị viên này, hoặc tài khoản đã bị vô hiệu hóa'],
  /** The rule is switched off. */
  POLICY_DISABLED: [409, 'Quy tắc này đã tắt, vui lòng chọn quy tắc khác'],
  /** A takedown of an account, or a penalty where there is no owner any more. */
  DECISION_IMPOSSIBLE: [409, 'Hình thức xử lý này không áp dụng được cho đối tượng'],
  DECISION_NOT_FOUND: [404, 'Không tìm thấy quyết định này'],
  /** The ten seconds without one are over. */
  UNDO_REASON_REQUIRED: [400, 'Vui lòng ghi lý do hủy quyết định'],
} as const satisfies Errors;
