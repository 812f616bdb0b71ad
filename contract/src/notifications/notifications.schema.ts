import * as z from 'zod/mini';
import { NOTIFICATION_LIST_DEFAULT_LIMIT, NOTIFICATIONS_PER_CALL_MAX, PAGE_MAX_LIMIT } from '../constants.ts';
import { idSchema, nullableMediaUrlSchema, nullableTextSchema, optionalTextSchema } from '../lib/fields.ts';

/** The kinds of events that notify (specification, section 2, Notifications; the last one is ours). */
export const NOTIFICATION_TYPES = ['new_report', 'user_report', 'post_report', 'comment_report', 'new_appeal'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** A report was given to the recipient, or taken from them; the message says by whom (ours). */
export const ASSIGNMENT_NOTIFICATION_TYPES = ['report_assigned', 'report_taken_over'] as const;
export type AssignmentNotificationType = (typeof ASSIGNMENT_NOTIFICATION_TYPES)[number];

/** A colleague mentioned the recipient in an internal note; the message says who and where (ours). */
export const MENTION_NOTIFICATION_TYPE = 'note_mention';

/** Reminders of a report or appeal that is to be decided (ours); a client that does not know them shows their message. */
export const REMINDER_TYPES = ['report_half_due', 'report_overdue', 'appeal_half_due', 'appeal_overdue'] as const;
export type ReminderType = (typeof REMINDER_TYPES)[number];

/** A notification as it is stored in the realtime database (specification, section 3); an unknown type is shown raw. */
export const notificationFields = {
  type: z.string(),
  /** The report's id; null for an appeal. */
  reports: nullableTextSchema,
  /** Whose profile it leads to, where it is about no report (ours). */
  userId: z.optional(nullableTextSchema),
  read: z.boolean(),
  /** Milliseconds since 1970; null where it is not known. */
  createdAt: z.nullable(z.number()),
  senderName: nullableTextSchema,
  senderAvatar: nullableMediaUrlSchema,
  message: nullableTextSchema,
};

/** The subject of a notification (ours); a list groups by it. The realtime database does not have it. */
const notificationSubjectSchema = z.object({
  itemType: z.string(),
  itemId: z.string(),
  /** The subject's title or first words, or the account's name. */
  title: nullableTextSchema,
  /** The name of its owner; null of an account, whose name is the title. */
  owner: nullableTextSchema,
});

/** The same with its id, as HTTP and the socket send it. */
export const notificationSchema = z.object({
  _id: idSchema,
  ...notificationFields,
  subject: z.optional(z.nullable(notificationSubjectSchema)),
  /** Why it was reported: one of REPORT_REASONS (ours). */
  reason: optionalTextSchema,
  /** The severity of the reason's rule, 1 to 4 (ours). */
  severity: z.optional(z.nullable(z.int())),
});
export type Notification = z.infer<typeof notificationSchema>;

const PAGE_NUMBER_MAX = 100_000;
export const listNotificationsBodySchema = z.object({
  page: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_NUMBER_MAX)), 1),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), NOTIFICATION_LIST_DEFAULT_LIMIT),
  /** The notification that the listed ones precede, for going on without a shift when new ones arrive (ours). */
  before: z.nullish(idSchema),
});
export type ListNotificationsBody = z.infer<typeof listNotificationsBodySchema>;

/** The notifications of one group of the list; unknown ones are ignored (ours). */
export const someNotificationsBodySchema = z.object({
  ids: z.array(idSchema).check(z.minLength(1), z.maxLength(NOTIFICATIONS_PER_CALL_MAX)),
});

/** The number of unread notifications, at most {@link UNREAD_COUNT_CAP}. */
export const unreadCountSchema = z.int();

export const notificationPageSchema = z.object({
  notifications: z.array(notificationSchema),
  pagination: z.object({
    currentPage: z.int(),
    limit: z.int(),
    hasMore: z.boolean(),
  }),
  unreadCount: unreadCountSchema,
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;
