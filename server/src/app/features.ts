import { registerAccountRoutes } from '../account/account.routes.ts';
import { getStartScreen } from '../account/preferences.ts';
import { registerAdministratorsRoutes } from '../administrators/administrators.routes.ts';
import { registerWebhooksRoutes } from '../alerts/webhooks/webhooks.routes.ts';
import { registerAuditRoutes } from '../audit/audit.routes.ts';
import { registerAuthRoutes } from '../auth/auth.routes.ts';
import { registerCannedRepliesRoutes } from '../chat/canned-replies/canned-replies.routes.ts';
import { registerChatRoutes } from '../chat/chat.routes.ts';
import { registerConversationsRoutes } from '../chat/conversations/conversations.routes.ts';
import { registerChatImagesSockets } from '../chat/images/chat-images.sockets.ts';
import { registerChatSockets } from '../chat/messages/messages.sockets.ts';
import { registerViewerSockets } from '../chat/presence/viewers.sockets.ts';
import { registerClientErrorsRoutes } from '../client-errors/client-errors.routes.ts';
import { createClientErrorsService } from '../client-errors/client-errors.service.ts';
import { registerContentRoutes } from '../content/content.routes.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { Log } from '../lib/logger.ts';
import type { Dispatcher } from '../lib/realtime/dispatch.ts';
import { registerActionsRoutes } from '../moderation/actions/actions.routes.ts';
import { registerAppealsRoutes } from '../moderation/appeals/appeals.routes.ts';
import { registerAssignmentsRoutes } from '../moderation/assignments/assignments.routes.ts';
import { registerSubjectViewerSockets } from '../moderation/assignments/subject-viewers.sockets.ts';
import { registerBulkRoutes } from '../moderation/bulk/bulk.routes.ts';
import { registerDecisionsRoutes } from '../moderation/decisions/decisions.routes.ts';
import { registerLettersRoutes } from '../moderation/letters/letters.routes.ts';
import { createNoteInChat } from '../moderation/notes/create-note.ts';
import { registerNotesRoutes } from '../moderation/notes/notes.routes.ts';
import { findPenaltyNotice } from '../moderation/notices/notices.ts';
import { registerPoliciesRoutes } from '../moderation/policies/policies.routes.ts';
import { registerRecentActionsRoutes } from '../moderation/recent-actions/recent-actions.routes.ts';
import { registerRecordRoutes } from '../moderation/record/record.routes.ts';
import { registerReportsRoutes } from '../moderation/reports/reports.routes.ts';
import { registerSettingsRoutes } from '../moderation/settings/settings.routes.ts';
import { registerTimelineRoutes } from '../moderation/timeline/timeline.routes.ts';
import { registerNotificationsRoutes } from '../notifications/notifications.routes.ts';
import { registerPerformanceRoutes } from '../performance/performance.routes.ts';
import { registerPostsRoutes } from '../posts/posts.routes.ts';
import { registerQuickSearchRoutes } from '../quick-search/quick-search.routes.ts';
import { registerSavedViewsRoutes } from '../saved-views/saved-views.routes.ts';
import { registerStatsRoutes } from '../stats/stats.routes.ts';
import { registerUsersRoutes } from '../users/users.routes.ts';
import { registerWorkRoutes } from '../work/work.routes.ts';
import { registerDeleteUserRoute } from './delete-user.routes.ts';
import type { Services } from './services.ts';

/** Gives every endpoint of the wire contract its handler. */
export function registerRoutes(mount: Mount, services: Services, log: Log): void {
  registerAuthRoutes(mount, { getStartScreen, findPenalty: findPenaltyNotice });
  registerAccountRoutes(mount);
  registerAdministratorsRoutes(mount);
  registerStatsRoutes(mount);
  registerWorkRoutes(mount);
  registerQuickSearchRoutes(mount);
  registerPerformanceRoutes(mount);
  registerUsersRoutes(mount);
  registerDeleteUserRoute(mount);
  registerPostsRoutes(mount);
  registerContentRoutes(mount);
  registerNotificationsRoutes(mount, services.mintFirebaseToken);
  registerActionsRoutes(mount);
  registerReportsRoutes(mount);
  registerChatRoutes(mount);
  registerConversationsRoutes(mount);
  registerCannedRepliesRoutes(mount);
  registerSavedViewsRoutes(mount);
  registerPoliciesRoutes(mount);
  registerSettingsRoutes(mount);
  registerDecisionsRoutes(mount);
  registerAssignmentsRoutes(mount);
  registerNotesRoutes(mount);
  registerBulkRoutes(mount);
  registerAppealsRoutes(mount);
  registerTimelineRoutes(mount);
  registerRecentActionsRoutes(mount);
  registerLettersRoutes(mount);
  registerRecordRoutes(mount);
  registerWebhooksRoutes(mount);
  registerAuditRoutes(mount);
  registerClientErrorsRoutes(mount, createClientErrorsService(log));
}

/** Gives every event that clients send its handler, but for the administrators' room. */
export function registerSockets(dispatcher: Pick<Dispatcher, 'handle'>, services: Services): void {
  const { app } = services;
  registerChatSockets(dispatcher, app, createNoteInChat);
  registerChatImagesSockets(dispatcher, app);
  registerViewerSockets(dispatcher, app, services.chatViewers);
  registerSubjectViewerSockets(dispatcher, services.subjectViewers);
}
