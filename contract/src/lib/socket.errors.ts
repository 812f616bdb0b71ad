import * as z from 'zod/mini';

/** What is rejected on a socket only; every other code there is one of HTTP's too. */
export const socketErrors = {
  IDENTITY_MISMATCH: 'Tài khoản không khớp với phiên đăng nhập',
  UNKNOWN_EVENT: 'Yêu cầu không được hỗ trợ',
  TOO_MANY_EVENTS: 'Bạn thao tác quá nhanh, vui lòng thử lại sau',
  TOO_MANY_SOCKETS: 'Tài khoản đang mở quá nhiều kết nối, vui lòng đóng bớt thẻ hoặc thiết bị rồi thử lại',
} as const;

/** How a rejected event is acknowledged: `error` is fit to be shown. */
export const errorAckSchema = z.object({ error: z.string(), code: z.string() });
export type ErrorAck = z.infer<typeof errorAckSchema>;

/** What a rejected connection is told beside its message: `data` of the client's `connect_error`. */
export const refusalSchema = z.object({ code: z.string() });
export type Refusal = z.infer<typeof refusalSchema>;
