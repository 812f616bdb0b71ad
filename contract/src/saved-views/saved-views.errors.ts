import { SAVED_VIEWS_MAX } from '../constants.ts';
import type { Errors } from '../lib/errors.ts';

export const savedViewsErrors = {
  SAVED_VIEW_NOT_FOUND: [404, 'Không tìm thấy chế độ xem này'],
  /** Another one of the same owner has this name, letter case and diacritics aside. */
  SAVED_VIEW_EXISTS: [409, 'Đã có chế độ xem mang tên này'],
  TOO_MANY_SAVED_VIEWS: [409, `Đã có đủ ${SAVED_VIEWS_MAX} chế độ xem, hãy xóa bớt trước khi thêm`],
} as const satisfies Errors;
