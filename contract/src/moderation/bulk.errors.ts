import { BULK_MAX } from '../constants.ts';
import type { Errors } from '../lib/errors.ts';

export const bulkErrors = {
  BULK_NOT_FOUND: [404, 'Không tìm thấy lượt xử lý này'],
  BULK_EMPTY: [409, 'Không có mục nào để xử lý'],
  BULK_TOO_LARGE: [409, `Có hơn ${BULK_MAX} mục, hãy thu hẹp bộ lọc`],
  /** `details.total` is the present number. */
  BULK_TOTAL_CHANGED: [409, 'Số mục khớp vừa thay đổi, vui lòng xác nhận lại'],
  BULK_KEY_REUSED: [409, 'Mã lượt xử lý đã được dùng cho một lượt khác'],
  BULK_TERM_TOO_SHORT: [400, 'Từ khóa quá ngắn để chọn tất cả, hãy nhập ít nhất 3 chữ liền nhau'],
  BULK_NOT_UNDOABLE: [410, 'Không còn gì để hoàn tác, hoặc đã quá 24 giờ'],
  /** Reasons for which one of the subjects is left alone. */
  BULK_PROTECTED: [403, 'Tài khoản quản trị không bị xử lý hàng loạt'],
  BULK_HELD: [409, 'Đồng nghiệp đang phụ trách đối tượng này'],
  BULK_NO_EFFECT: [409, 'Đã như vậy từ trước'],
  BULK_ALREADY_UNDONE: [409, 'Đã được hoàn tác riêng trước đó'],
} as const satisfies Errors;
