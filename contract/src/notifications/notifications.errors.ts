import type { Errors } from '../lib/errors.ts';

export const notificationsErrors = {
  NOTIFICATION_NOT_FOUND: [404, 'Không tìm thấy thông báo'],
} as const satisfies Errors;
