import type { Errors } from '../lib/errors.ts';

/** Apart from the others: the panel shows some of them by itself. */
export const chatErrors = {
  /** No account of the app has this id. */
  CHAT_USER_NOT_FOUND: [404, 'Không tìm thấy người dùng để trò chuyện'],
  /** The same key came with another text or image, or for another user. */
  MESSAGE_KEY_REUSED: [409, 'Lỗi gửi tin nhắn'],
  TOO_MANY_UPLOADS: [429, 'Bạn đang gửi quá nhiều hình ảnh cùng lúc, vui lòng thử lại sau'],
  IMAGE_MISSING: [400, 'Chưa có hình ảnh nào được gửi'],
  IMAGE_TOO_LARGE: [413, 'Hình ảnh lớn hơn 10 MB'],
  IMAGE_TOO_MANY_PIXELS: [413, 'Hình ảnh có kích thước quá lớn (tối đa 40 triệu điểm ảnh)'],
  IMAGE_QUOTA_EXCEEDED: [413, 'Tài khoản đã dùng hết dung lượng dành cho hình ảnh, không thể gửi thêm'],
  /** It would take too much memory or time to decode. */
  IMAGE_TOO_COMPLEX: [413, 'Hình ảnh quá phức tạp để xử lý, vui lòng lưu lại ở dạng JPEG hoặc nhỏ hơn rồi gửi lại'],
  /** The file's content is no JPEG, PNG, WebP, GIF or AVIF, or a broken one. */
  IMAGE_UNSUPPORTED: [415, 'Tệp không phải là hình ảnh được hỗ trợ (JPEG, PNG, WebP, GIF, AVIF)'],
  /** The message is unknown, or somebody else's. */
  MESSAGE_NOT_FOUND: [404, 'Không tìm thấy tin nhắn này, hoặc bạn không phải người viết'],
  /** The message is unknown, or of another conversation. */
  QUOTED_MESSAGE_NOT_FOUND: [404, 'Không tìm thấy tin nhắn được trích dẫn trong cuộc trò chuyện này'],
  MESSAGE_TOO_OLD: [410, 'Đã quá 5 phút, không thể sửa hay thu hồi tin nhắn này nữa'],
  MESSAGE_DELETED: [410, 'Tin nhắn này đã được thu hồi'],
  /** An image, or a letter about a decision, which cannot be deleted either. */
  MESSAGE_NOT_CHANGEABLE: [409, 'Không thể sửa hình ảnh, cũng không thể sửa hay thu hồi thư về quyết định'],
  TOO_MANY_IMAGES: [413, 'Mỗi lần chỉ gửi được tối đa 10 hình ảnh'],
} as const satisfies Errors;

export const conversationsErrors = {
  CONVERSATION_NOT_FOUND: [404, 'Chưa có cuộc trò chuyện nào với người dùng này'],
  /** The user has written since. */
  CONVERSATION_CHANGED: [409, 'Người dùng vừa gửi tin nhắn mới'],
  /** `details.assignee` is the colleague who has it. */
  CONVERSATION_ASSIGNED: [409, 'Quản trị viên khác đang phụ trách cuộc trò chuyện này'],
} as const satisfies Errors;
