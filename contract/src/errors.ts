import { accountErrors } from './account/account.errors.ts';
import { administratorsErrors } from './administrators/administrators.errors.ts';
import { webhooksErrors } from './alerts/webhooks.errors.ts';
import { authErrors } from './auth/auth.errors.ts';
import { cannedRepliesErrors, chatErrors, conversationsErrors } from './chat/chat.errors.ts';
import { callErrors } from './lib/errors.ts';
import { appealsErrors } from './moderation/appeals.errors.ts';
import { bulkErrors } from './moderation/bulk.errors.ts';
import { decisionsErrors } from './moderation/decisions.errors.ts';
import { notesErrors } from './moderation/notes.errors.ts';
import { policiesErrors } from './moderation/policies.errors.ts';
import { recentActionsErrors } from './moderation/recent-actions.errors.ts';
import { reportsErrors } from './moderation/reports.errors.ts';
import { notificationsErrors } from './notifications/notifications.errors.ts';
import { postsErrors } from './posts/posts.errors.ts';
import { savedViewsErrors } from './saved-views/saved-views.errors.ts';
import { usersErrors } from './users/users.errors.ts';

/** Every error code of the wire contract. */
export const errors = {
  ...callErrors,
  ...authErrors,
  ...accountErrors,
  ...usersErrors,
  ...administratorsErrors,
  ...postsErrors,
  ...reportsErrors,
  ...notificationsErrors,
  ...policiesErrors,
  ...webhooksErrors,
  ...decisionsErrors,
  ...recentActionsErrors,
  ...bulkErrors,
  ...notesErrors,
  ...appealsErrors,
  ...savedViewsErrors,
  ...chatErrors,
  ...conversationsErrors,
  ...cannedRepliesErrors,
} as const;
export type ErrorCode = keyof typeof errors;

/** The message of each code, which a user reads. */
export const errorMessages = Object.fromEntries(
  Object.entries(errors).map(([code, [, message]]) => [code, message]),
) as Record<ErrorCode, string>;
