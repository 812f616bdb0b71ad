import * as account from './account/account.endpoints.ts';
import * as preferences from './account/preferences.endpoints.ts';
import * as administrators from './administrators/administrators.endpoints.ts';
import * as webhooks from './alerts/webhooks.endpoints.ts';
import * as audit from './audit/audit.endpoints.ts';
import * as auth from './auth/auth.endpoints.ts';
import * as logout from './auth/logout.endpoints.ts';
import * as cannedReplies from './chat/canned-replies.endpoints.ts';
import * as chat from './chat/chat.endpoints.ts';
import * as conversations from './chat/conversations.endpoints.ts';
import * as clientErrors from './client-errors/client-errors.endpoints.ts';
import * as content from './content/content.endpoints.ts';
import type { Endpoint } from './lib/endpoint.ts';
import * as appeals from './moderation/appeals.endpoints.ts';
import * as assignments from './moderation/assignments.endpoints.ts';
import * as bulk from './moderation/bulk.endpoints.ts';
import * as bulkStart from './moderation/bulk-start.endpoints.ts';
import * as decisions from './moderation/decisions.endpoints.ts';
import * as letters from './moderation/letters.endpoints.ts';
import * as notes from './moderation/notes.endpoints.ts';
import * as policies from './moderation/policies.endpoints.ts';
import * as recentActions from './moderation/recent-actions.endpoints.ts';
import * as record from './moderation/record.endpoints.ts';
import * as reports from './moderation/reports.endpoints.ts';
import * as settings from './moderation/settings.endpoints.ts';
import * as timeline from './moderation/timeline.endpoints.ts';
import * as notifications from './notifications/notifications.endpoints.ts';
import * as performance from './performance/performance.endpoints.ts';
import * as posts from './posts/posts.endpoints.ts';
import * as quickSearch from './quick-search/quick-search.endpoints.ts';
import * as savedViews from './saved-views/saved-views.endpoints.ts';
import * as stats from './stats/stats.endpoints.ts';
import * as userAccounts from './users/user-account.endpoints.ts';
import * as users from './users/users.endpoints.ts';
import * as work from './work/work.endpoints.ts';

/** Each module exports endpoints alone. */
const modules: readonly Record<string, Endpoint>[] = [
  auth,
  logout,
  account,
  preferences,
  administrators,
  stats,
  work,
  quickSearch,
  performance,
  users,
  userAccounts,
  posts,
  content,
  notifications,
  reports,
  chat,
  conversations,
  cannedReplies,
  policies,
  settings,
  decisions,
  appeals,
  assignments,
  notes,
  bulk,
  bulkStart,
  timeline,
  recentActions,
  letters,
  record,
  webhooks,
  audit,
  savedViews,
  clientErrors,
];

/** Every endpoint of the wire contract. The server is not built without a handler for each. */
export const endpoints: readonly Endpoint[] = modules.flatMap((module) => Object.values(module));
