import { INVITATIONS_MAX } from '../constants.ts';
import type { Errors } from '../lib/errors.ts';

export const administratorsErrors = {
  ADMINISTRATOR_NOT_FOUND: [404, 'Không tìm thấy quản trị viên này'],
  /** Callers change their own account on a screen of its own. */
  OWN_ADMINISTRATOR: [403, 'Với tài khoản của chính bạn, hãy dùng trang Tài khoản'],
  INVITATION_NOT_FOUND: [404, 'Không tìm thấy lời mời này, có thể liên kết đã bị sao chép thiếu'],
  INVITATION_EXPIRED: [410, 'Lời mời này đã hết hạn, hãy xin một liên kết mới'],
  INVITATION_USED: [410, 'Lời mời này đã được dùng, mỗi liên kết chỉ dùng được một lần'],
  INVITATION_WITHDRAWN: [410, 'Lời mời này đã bị thu hồi, hãy xin một liên kết mới'],
  TOO_MANY_INVITATIONS: [409, `Đã có ${INVITATIONS_MAX} lời mời đang chờ, hãy thu hồi bớt trước khi mời thêm`],
  TOO_MANY_INVITATION_CALLS: [429, 'Bạn đã mở lời mời quá nhiều lần, vui lòng thử lại sau'],
} as const satisfies Errors;
