import type { NotificationType, ReminderType } from '@hai-dang/contract/notifications/notifications.schema.ts';

/** Texts of what is announced on every screen: of a notification, and of users' messages. */
export const announcedStrings = {
  system: 'Hệ thống',
  andOthers: (count: string) => `và ${count} thông báo mới khác`,
  ofOwner: (subject: string, owner: string) => `${subject} của ${owner}`,
  manyOf: (count: string, subject: string) => `${count} báo cáo về ${subject}`,
  manyRemindersOf: (count: string, subject: string) => `${count} thông báo về ${subject}`,
  /** Of reminders about several subjects. */
  manyReminders: {
    report_half_due: (count: string) => `${count} đối tượng bị báo cáo đã qua nửa hạn xử lý`,
    report_overdue: (count: string) => `${count} đối tượng bị báo cáo quá hạn xử lý`,
    appeal_half_due: (count: string) => `${count} khiếu nại đã qua nửa hạn xử lý`,
    appeal_overdue: (count: string) => `${count} khiếu nại quá hạn xử lý`,
  } satisfies Record<ReminderType, (count: string) => string>,
  andOtherSubjects: (subject: string, count: string) => `${subject} và ${count} đối tượng khác`,
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
