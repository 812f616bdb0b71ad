import { WEBHOOKS_MAX } from '../constants.ts';
import type { Errors } from '../lib/errors.ts';

export const webhooksErrors = {
  WEBHOOK_NOT_FOUND: [404, 'Không tìm thấy webhook này'],
  /** A private address, or no https. */
  WEBHOOK_URL_REJECTED: [400, 'Máy chủ không gửi đến địa chỉ này: hãy dùng https:// và một máy chủ trên internet'],
  WEBHOOK_HOST_UNKNOWN: [400, 'Không tìm thấy máy chủ mang tên này, hãy kiểm tra lại địa chỉ'],
  WEBHOOK_PAUSED: [409, 'Webhook này đang tạm dừng'],
  TOO_MANY_WEBHOOKS: [409, `Đã có đủ ${WEBHOOKS_MAX} webhook, hãy xóa bớt trước khi thêm`],
} as const satisfies Errors;
