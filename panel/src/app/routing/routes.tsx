import type { SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { ReactNode } from 'react';
import type { ListInUrl } from '../../lib/url-query.ts';
import { queueLinks } from '../../moderation/queue-links.ts';
import { laterPart } from '../../ui/lazy-component.ts';
import { appStrings } from '../app.strings.ts';
import { lazyScreen, type ScreenChunk } from './lazy-screen.tsx';

/** Every screen, each in its own chunk. */
const LoginScreen = lazyScreen(() => import('../../auth/login-screen.tsx'), 'LoginScreen');
export const AdminArea = lazyScreen(() => import('../layout/admin-area.tsx'), 'AdminArea');
const DashboardScreen = lazyScreen(() => import('../../stats/dashboard-screen.tsx'), 'DashboardScreen');
const WorkSection = lazyScreen(() => import('../../work/work-section.tsx'), 'WorkSection');
const UsersScreen = lazyScreen(() => import('../../users/users-screen.tsx'), 'UsersScreen');
const UserContent = lazyScreen(() => import('../../posts/user-content.tsx'), 'UserContent');
const AccountSummary = laterPart(() =>
  import('../../users/components/account-summary.tsx').then((module) => module.AccountSummary),
);
const UserDetailScreen = lazyScreen(() => {
  // They are shown together: load them in parallel.
  void UserContent.preload();
  return import('../../users/user-detail-screen.tsx');
}, 'UserDetailScreen');
const ReportsScreen = lazyScreen(() => import('../../moderation/queue/reports-screen.tsx'), 'ReportsScreen');
const ReportDetailScreen = lazyScreen(
  () => import('../../moderation/reports/report-detail-screen.tsx'),
  'ReportDetailScreen',
);
const SavedViews = lazyScreen(() => import('../../saved-views/saved-views.tsx'), 'SavedViews');
const ChatScreen = lazyScreen(() => import('../../chat/chat-screen.tsx'), 'ChatScreen');
const ContentScreen = lazyScreen(() => import('../../content/content-screen.tsx'), 'ContentScreen');
const ContentDetailScreen = lazyScreen(() => import('../../content/content-detail-screen.tsx'), 'ContentDetailScreen');
const PoliciesScreen = lazyScreen(() => import('../../moderation/policies/policies-screen.tsx'), 'PoliciesScreen');
const AppealsScreen = lazyScreen(() => import('../../moderation/appeals/appeals-screen.tsx'), 'AppealsScreen');
const SettingsScreen = lazyScreen(() => import('../../moderation/settings/settings-screen.tsx'), 'SettingsScreen');
const PerformanceScreen = lazyScreen(() => import('../../performance/performance-screen.tsx'), 'PerformanceScreen');
const AdministratorsScreen = lazyScreen(
  () => import('../../administrators/administrators-screen.tsx'),
  'AdministratorsScreen',
);
const InvitationScreen = lazyScreen(() => import('../../administrators/invitation-screen.tsx'), 'InvitationScreen');
const WebhooksSection = lazyScreen(() => import('../../alerts/webhooks-section.tsx'), 'WebhooksSection');
const AlertSettings = lazyScreen(() => import('../../notifications/alert-settings.tsx'), 'AlertSettings');
const AuditScreen = lazyScreen(() => import('../../audit/audit-screen.tsx'), 'AuditScreen');
const NotificationsScreen = lazyScreen(
  () => import('../../notifications/notifications-screen.tsx'),
  'NotificationsScreen',
);
const HelpScreen = lazyScreen(() => import('../../help/help-screen.tsx'), 'HelpScreen');
const AccountScreen = lazyScreen(() => import('../../account/account-screen.tsx'), 'AccountScreen');
const NotFoundScreen = lazyScreen(() => import('./not-found-screen.tsx'), 'NotFoundScreen');

/** A user's posts, shown below the profile. */
const userContent = (user: UserDetail, onPostTotal: (total: number) => void) => (
  <UserContent userId={user._id} user={user} onPostTotal={onPostTotal} />
);

/** Shows what is known of the user of a conversation. */
const chatAccount = (userId: string) => <AccountSummary userId={userId} />;

/** The saved views of a list. */
const viewsOf = (screen: SavedViewScreen) => (list: ListInUrl) => <SavedViews screen={screen} {...list} />;

/** The paths of what waits, which the screens of other features show. */
const WORK_PATHS = {
  reports: '/admin/reports?status=pending&sort=oldest',
  overdue: queueLinks.overdue,
  mine: queueLinks.mine,
  appeals: '/admin/appeals',
  conversations: '/admin/chat?filter=waiting&sort=waiting',
} as const;

/** One row of the route table. */
export interface AppRoute {
  readonly path: string;
  /** Paths that redirect here after the sign-in. */
  readonly redirects?: readonly string[];
  /** The title of the browser's tab and of the navigation entry. */
  readonly title: string;
  readonly screen: ReactNode;
  /** Its code, with the heading and the prefetch of its data; the screen's own chunk is the first. */
  readonly chunks: readonly [ScreenChunk, ...ScreenChunk[]];
  /**
   * The login screen's message if the session expires here, where it differs from the default (specification, section
   * 8).
   */
  readonly sessionExpired?: string;
  /** Fills the window below the header and scrolls inside. */
  readonly fillsWindow?: boolean;
}

export const LOGIN_ROUTE: AppRoute = {
  path: '/login',
  title: appStrings.signIn,
  screen: <LoginScreen prepareNext={prepareAdminArea} />,
  chunks: [LoginScreen],
};

/** For anybody who has the link of an invitation. */
export const INVITATION_ROUTE: AppRoute = {
  path: '/invite',
  title: appStrings.invitation,
  screen: <InvitationScreen />,
  chunks: [InvitationScreen],
};

export const NOT_FOUND_ROUTE: AppRoute = {
  path: '*',
  title: appStrings.notFoundTitle,
  screen: <NotFoundScreen />,
  chunks: [NotFoundScreen],
};

/**
 * The screens behind the sign-in: router, titles, preloading, prefetching and the prerendered skeleton are derived from
 * it.
 */
export const ADMIN_ROUTES = {
  dashboard: {
    path: '/admin/dashboard',
    redirects: ['/', '/login', '/admin'],
    title: appStrings.dashboard,
    screen: <DashboardScreen work={<WorkSection paths={WORK_PATHS} />} />,
    chunks: [DashboardScreen, WorkSection],
    sessionExpired: appStrings.dashboardSessionExpired,
  },
  users: {
    path: '/admin/users',
    title: appStrings.users,
    screen: <UsersScreen views={viewsOf('users')} />,
    chunks: [UsersScreen, SavedViews],
  },
  userDetail: {
    path: '/admin/users/:id',
    title: appStrings.userDetail,
    screen: <UserDetailScreen content={userContent} />,
    chunks: [UserDetailScreen, UserContent],
  },
  reports: {
    path: '/admin/reports',
    title: appStrings.reports,
    screen: <ReportsScreen views={viewsOf('reports')} />,
    chunks: [ReportsScreen, SavedViews],
    sessionExpired: appStrings.reportsSessionExpired,
  },
  reportDetail: {
    path: '/admin/reports/:id',
    title: appStrings.reportDetail,
    screen: <ReportDetailScreen />,
    chunks: [ReportDetailScreen],
    sessionExpired: appStrings.reportsSessionExpired,
  },
  chat: {
    path: '/admin/chat',
    title: appStrings.chat,
    screen: <ChatScreen account={chatAccount} />,
    chunks: [ChatScreen],
    fillsWindow: true,
  },
  appeals: {
    path: '/admin/appeals',
    title: appStrings.appeals,
    screen: <AppealsScreen />,
    chunks: [AppealsScreen],
  },
  content: {
    path: '/admin/content',
    title: appStrings.content,
    screen: <ContentScreen views={viewsOf('content')} />,
    chunks: [ContentScreen, SavedViews],
  },
  contentDetail: {
    path: '/admin/content/:itemType/:id',
    title: appStrings.contentDetail,
    screen: <ContentDetailScreen />,
    chunks: [ContentDetailScreen],
  },
  policies: {
    path: '/admin/policies',
    title: appStrings.policies,
    screen: <PoliciesScreen />,
    chunks: [PoliciesScreen],
  },
  settings: {
    path: '/admin/settings',
    title: appStrings.settings,
    screen: <SettingsScreen webhooks={<WebhooksSection />} />,
    chunks: [SettingsScreen],
  },
  performance: {
    path: '/admin/statistics',
    title: appStrings.performance,
    screen: <PerformanceScreen />,
    chunks: [PerformanceScreen],
  },
  administrators: {
    path: '/admin/administrators',
    title: appStrings.administrators,
    screen: <AdministratorsScreen />,
    chunks: [AdministratorsScreen],
  },
  audit: {
    path: '/admin/audit',
    title: appStrings.audit,
    screen: <AuditScreen views={viewsOf('audit')} />,
    chunks: [AuditScreen, SavedViews],
  },
  help: { path: '/admin/help', title: appStrings.help, screen: <HelpScreen />, chunks: [HelpScreen] },
  notifications: {
    path: '/admin/notifications',
    title: appStrings.notifications,
    screen: <NotificationsScreen />,
    chunks: [NotificationsScreen],
  },
  account: {
    path: '/admin/account',
    title: appStrings.account,
    screen: <AccountScreen alerts={<AlertSettings />} />,
    chunks: [AccountScreen],
  },
} satisfies Readonly<Record<string, AppRoute>>;

/** Matches the paths of a route, for a signed-in administrator. */
export const patternOf = ({ path, redirects = [] }: AppRoute): RegExp =>
  new RegExp(`^(?:${[path, ...redirects].join('|').replaceAll(/:\w+/g, '[^/]+')})/?$`);

const PATTERNS = Object.values<AppRoute>(ADMIN_ROUTES).map((route) => [patternOf(route), route] as const);

/** The route of the admin area at a path, for a signed-in administrator. */
export const routeAt = (path: string): AppRoute | undefined => PATTERNS.find(([pattern]) => pattern.test(path))?.[1];

/**
 * The login screen's message for an expired session (specification, section 8). It depends on the open screen, not on
 * the failed call: it is random which call, or the socket, fails first.
 */
export const sessionExpiredText = (path: string): string => routeAt(path)?.sessionExpired ?? appStrings.sessionExpired;

/** Loads the code of the first screen before the root is created, so that the first render needs no skeleton. */
export async function preloadPath(path: string, isSignedIn: boolean): Promise<void> {
  if (patternOf(INVITATION_ROUTE).test(path)) return void (await InvitationScreen.load());
  const route = routeAt(path);
  // Paths below /admin show the layout even without a screen.
  const isKnown = route !== undefined || path.startsWith('/admin/');
  const ofAdmin = isSignedIn ? [AdminArea, ...(route?.chunks ?? [])] : LOGIN_ROUTE.chunks;
  const needed: readonly ScreenChunk[] = isKnown ? ofAdmin : NOT_FOUND_ROUTE.chunks;
  await Promise.all(needed.map((chunk) => chunk.load()));
}

/**
 * Prefetches what the first screen after the sign-in needs. Never rejects; what failed is fetched again when it is
 * shown.
 */
async function prepareAdminArea(): Promise<void> {
  await Promise.all([AdminArea.preload(), DashboardScreen.preload(), WorkSection.preload()]);
}
