import { accountAudit } from '../account/account.audit.ts';
import { administratorsAudit } from '../administrators/administrators.audit.ts';
import { webhooksAudit } from '../alerts/webhooks.audit.ts';
import { authAudit } from '../auth/auth.audit.ts';
import { cannedRepliesAudit } from '../chat/canned-replies.audit.ts';
import { chatAudit } from '../chat/chat.audit.ts';
import { appealsAudit } from '../moderation/appeals.audit.ts';
import { bulkAudit } from '../moderation/bulk.audit.ts';
import { decisionsAudit } from '../moderation/decisions.audit.ts';
import { lettersAudit } from '../moderation/letters.audit.ts';
import { policiesAudit } from '../moderation/policies.audit.ts';
import { recordAudit } from '../moderation/record.audit.ts';
import { reportsAudit } from '../moderation/reports.audit.ts';
import { settingsAudit } from '../moderation/settings.audit.ts';
import { notificationsAudit } from '../notifications/notifications.audit.ts';
import { performanceAudit } from '../performance/performance.audit.ts';
import { postsAudit } from '../posts/posts.audit.ts';
import { savedViewsAudit } from '../saved-views/saved-views.audit.ts';
import { usersAudit } from '../users/users.audit.ts';
import { auditAudit } from './audit.audit.ts';

/**
 * The Vietnamese labels of actions ('post.delete') and of the types of their targets ('post'), in the order in which the
 * filters of the audit screen offer them.
 */
export const auditLabels = {
  ...authAudit,
  ...accountAudit,
  ...administratorsAudit,
  ...usersAudit,
  ...postsAudit,
  ...notificationsAudit,
  ...reportsAudit,
  ...recordAudit,
  ...chatAudit,
  ...cannedRepliesAudit,
  ...savedViewsAudit,
  ...decisionsAudit,
  ...appealsAudit,
  ...bulkAudit,
  ...policiesAudit,
  ...settingsAudit,
  ...lettersAudit,
  ...performanceAudit,
  ...webhooksAudit,
  ...auditAudit,
};
type Label = keyof typeof auditLabels;
export type AuditAction = Extract<Label, `${string}.${string}`>;
/** The kinds of things that an entry may be about. */
export type AuditTargetType = Exclude<Label, AuditAction>;
