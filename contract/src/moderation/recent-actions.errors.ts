import type { Errors } from '../lib/errors.ts';

export const recentActionsErrors = {
  /** There is none, or it is older than it is listed. */
  RECENT_ACTION_NOT_FOUND: [404, 'Không tìm thấy việc này trong 24 giờ qua'],
  ACTION_CHANGED: [409, 'Đã có thay đổi khác sau việc này nên không hoàn tác, để không ghi đè lên thay đổi đó'],
  ACTION_NOT_UNDOABLE: [409, 'Việc này không thể hoàn tác'],
} as const satisfies Errors;
