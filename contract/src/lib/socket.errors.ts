import * as z from 'zod/mini';

/** Codes that only sockets send; all other codes on a socket exist on HTTP too. */
export const socketErrors = {
  IDENTITY_MISMATCH: 'Tài khoản không khớp với phiên đăng nhập',
  UNKNOWN_EVENT: 'Yêu cầu không được hỗ trợ',
  TOO_MANY_EVENTS: 'Bạn thao tác quá nhanh, vui lòng thử lại sau',
  TOO_MANY_SOCKETS: 'Tài khoản đang mở quá nhiều kết nối, vui lòng đóng bớt thẻ hoặc thiết bị rồi thử lại',
} as const;

/** The acknowledgement of a rejected event; `error` can be shown to the user. */
export const errorAckSchema = z.object({ error: z.string(), code: z.string() });
export type ErrorAck = z.infer<typeof errorAckSchema>;

/** `data` of the client's `connect_error`, beside its message. */
export const connectErrorSchema = z.object({ code: z.string() });
export type ConnectError = z.infer<typeof connectErrorSchema>;
