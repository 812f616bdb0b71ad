export const chatErrors = {
  /** No account of the app has this id. */
  CHAT_USER_NOT_FOUND: 'Không tìm thấy người dùng để trò chuyện',
  /** The same key came with another text or for another user. */
  MESSAGE_KEY_REUSED: 'Lỗi gửi tin nhắn',
} as const;
