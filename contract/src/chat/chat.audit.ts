export const chatAudit = {
  'conversation.resolve': 'Đánh dấu cuộc trò chuyện đã xong',
  'conversation.reopen': 'Mở lại cuộc trò chuyện',
  'conversation.assign': 'Nhận phụ trách cuộc trò chuyện',
  'conversation.release': 'Bỏ nhận cuộc trò chuyện',
  'message.edit': 'Sửa tin nhắn',
  'message.delete': 'Thu hồi tin nhắn',
};
