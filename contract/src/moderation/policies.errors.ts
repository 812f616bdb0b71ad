import { POLICIES_MAX } from '../constants.ts';
import type { Errors } from '../lib/errors.ts';

export const policiesErrors = {
  POLICY_NOT_FOUND: [404, 'Không tìm thấy quy tắc này'],
  /** Another one has the same key, or the same title, letter case and diacritics aside. */
  POLICY_EXISTS: [409, 'Đã có quy tắc khác mang tên này'],
  TOO_MANY_POLICIES: [409, `Đã có đủ ${POLICIES_MAX} quy tắc, hãy sửa một quy tắc đã tắt thay vì thêm mới`],
} as const satisfies Errors;
