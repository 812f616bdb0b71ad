import type { Errors } from '../lib/errors.ts';

export const notesErrors = {
  NOTE_NOT_FOUND: [404, 'Không tìm thấy ghi chú hoặc nhãn này, hoặc bạn không phải người viết'],
  NOTE_END_PASSED: [400, 'Thời điểm hết hạn phải ở tương lai'],
  TAG_EXISTS: [409, 'Đối tượng đã có nhãn này'],
  NOTES_FULL: [409, 'Đối tượng đã có 1.000 ghi chú, hãy xóa bớt trước khi thêm'],
  TAGS_FULL: [409, 'Đối tượng đã có 20 nhãn, hãy bỏ bớt trước khi thêm'],
} as const satisfies Errors;
