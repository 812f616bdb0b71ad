import { registerAccountRoutes } from '../account/account.routes.ts';
import { registerAuditRoutes } from '../audit/audit.routes.ts';
import { registerAuthRoutes } from '../auth/auth.routes.ts';
import { registerCannedRepliesRoutes } from '../chat/canned-replies/canned-replies.routes.ts';
import { registerChatRoutes } from '../chat/chat.routes.ts';
import { registerChatImagesSockets } from '../chat/images/chat-images.sockets.ts';
import { registerChatSockets } from '../chat/messages/messages.sockets.ts';
import { registerViewerSockets } from '../chat/presence/viewers.sockets.ts';
import { registerClientErrorsRoutes } from '../client-errors/client-errors.routes.ts';
import { createClientErrorsService } from '../client-errors/client-errors.service.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { Log } from '../lib/logger.ts';
import type { Dispatcher } from '../lib/realtime/dispatch.ts';
import { registerAppealsRoutes } from '../moderation/appeals/appeals.routes.ts';
import { registerAssignmentsRoutes } from '../moderation/assignments/assignments.routes.ts';
import { registerSubjectViewerSockets } from '../moderation/assignments/subject-viewers.sockets.ts';
import { registerDecisionsRoutes } from '../moderation/decisions/decisions.routes.ts';
import { registerLettersRoutes } from '../moderation/letters/letters.routes.ts';
import { registerNotesRoutes } from '../moderation/notes/notes.routes.ts';
import { registerPoliciesRoutes } from '../moderation/policies/policies.routes.ts';
import { registerRecordRoutes } from '../moderation/record/record.routes.ts';
import { registerSettingsRoutes } from '../moderation/settings/settings.routes.ts';
import { registerTimelineRoutes } from '../moderation/timeline/timeline.routes.ts';
import { registerNotificationsRoutes } from '../notifications/notifications.routes.ts';
import { registerPostsRoutes } from '../posts/posts.routes.ts';
import { registerReportsRoutes } from '../reports/reports.routes.ts';
import { registerStatsRoutes } from '../stats/stats.routes.ts';
import { registerUsersRoutes } from '../users/users.routes.ts';
import { registerWorkRoutes } from '../work/work.routes.ts';
import type { Services } from './services.ts';

/** Gives every endpoint of the wire contract its handler. */
export function registerRoutes(mount: Mount, services: Services, log: Log): void {
  registerAuthRoutes(mount, services.auth);
  registerAccountRoutes(mount, services.account);
  registerStatsRoutes(mount, services.stats);
  registerWorkRoutes(mount, services.work);
  registerUsersRoutes(mount, services.users);
  registerPostsRoutes(mount, services.posts);
  registerNotificationsRoutes(mount, services.notifications);
  registerReportsRoutes(mount, services.reports, services.reportFiling);
  registerChatRoutes(mount, services);
  registerCannedRepliesRoutes(mount, services.cannedReplies);
  registerPoliciesRoutes(mount, services.policies);
  registerSettingsRoutes(mount, services.settings);
  registerDecisionsRoutes(mount, services.decisions);
  registerAssignmentsRoutes(mount, services.assignments);
  registerNotesRoutes(mount, services.notes);
  registerAppealsRoutes(mount, services.appeals, services.notices);
  registerTimelineRoutes(mount, services.timeline);
  registerLettersRoutes(mount, services.letterTemplates);
  registerRecordRoutes(mount, services.records);
  registerAuditRoutes(mount, services.audit);
  registerClientErrorsRoutes(mount, createClientErrorsService(log));
}

/** Gives every event that clients send its handler, but for the administrators' room. */
export function registerSockets(dispatcher: Pick<Dispatcher, 'handle'>, services: Services): void {
  registerChatSockets(dispatcher, services.chat);
  registerChatImagesSockets(dispatcher, services.chatImages);
  registerViewerSockets(dispatcher, services.chat, services.chatViewers);
  registerSubjectViewerSockets(dispatcher, services.subjectViewers);
}
