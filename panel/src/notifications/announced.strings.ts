import type { NotificationType } from '@hai-dang/contract/notifications/notifications.schema.ts';

/** Texts of what is announced on every screen: of a notification, and of users' messages. */
export const announcedStrings = {
  system: 'Hệ thống',
  andOthers: (count: string) => `và ${count} thông báo mới khác`,
  ofOwner: (subject: string, owner: string) => `${subject} của ${owner}`,
  newMessage: 'Tin nhắn mới',
  image: 'Đã gửi một ảnh',
  andOtherMessages: (count: string) => `và ${count} người khác`,
  unknownSender: 'Một người dùng',
  titleCount: (count: string) => `(${count}) `,
  messages: {
    new_report: 'Có báo cáo mới cần xử lý',
    user_report: 'Báo cáo về người dùng',
    post_report: 'Báo cáo về bài viết',
    comment_report: 'Báo cáo về bình luận',
    new_appeal: 'Có khiếu nại mới cần xử lý',
  } satisfies Record<NotificationType, string>,
} as const;
