import type { Errors } from '../lib/errors.ts';

export const appealsErrors = {
  NOTICE_NOT_FOUND: [404, 'Không tìm thấy thông báo này'],
  /** The notice says nothing that one can object to. */
  APPEAL_IMPOSSIBLE: [409, 'Thông báo này không thể khiếu nại'],
  APPEAL_EXISTS: [409, 'Bạn đã khiếu nại quyết định này rồi'],
  APPEAL_TOO_LATE: [410, 'Đã hết thời hạn khiếu nại quyết định này'],
  /** It was taken back already. */
  APPEAL_UNNEEDED: [409, 'Quyết định này đã được hủy nên không cần khiếu nại nữa'],
  APPEAL_NOT_FOUND: [404, 'Không tìm thấy khiếu nại này'],
  /** `details.appeal` is the present one. */
  APPEAL_DECIDED: [409, 'Khiếu nại này vừa được xử lý'],
} as const satisfies Errors;
