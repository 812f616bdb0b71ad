export const cannedRepliesAudit = {
  'canned_reply.create': 'Thêm câu trả lời mẫu',
  'canned_reply.update': 'Sửa câu trả lời mẫu',
  'canned_reply.delete': 'Xóa câu trả lời mẫu',
  canned_reply: 'Câu trả lời mẫu',
};
