import { accountErrors } from './account/account.errors.ts';
import { authErrors } from './auth/auth.errors.ts';
import { cannedRepliesErrors } from './chat/canned-replies.errors.ts';
import { chatErrors } from './chat/chat.errors.ts';
import { commonErrors } from './lib/common.errors.ts';
import { notificationsErrors } from './notifications/notifications.errors.ts';
import { postsErrors } from './posts/posts.errors.ts';
import { reportsErrors } from './reports/reports.errors.ts';
import { usersErrors } from './users/users.errors.ts';

/** Every error code of the wire contract with the message a person reads. */
export const errorMessages = {
  ...commonErrors,
  ...authErrors,
  ...accountErrors,
  ...usersErrors,
  ...postsErrors,
  ...reportsErrors,
  ...notificationsErrors,
  ...chatErrors,
  ...cannedRepliesErrors,
} as const;
export type ErrorCode = keyof typeof errorMessages;
