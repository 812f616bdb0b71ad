import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { ReactNode } from 'react';
import type { Prefetch } from '../../lib/prefetch.ts';
import { appStrings } from '../app.strings.ts';
import { lazyScreen } from './lazy-screen.tsx';

/** Every screen, each in a chunk of its own. */
const LoginScreen = lazyScreen(() => import('../../auth/login-screen.tsx'), 'LoginScreen');
export const AdminArea = lazyScreen(() => import('../layout/admin-area.tsx'), 'AdminArea');
const DashboardScreen = lazyScreen(() => import('../../stats/dashboard-screen.tsx'), 'DashboardScreen');
const UsersScreen = lazyScreen(() => import('../../users/users-screen.tsx'), 'UsersScreen');
const UserContent = lazyScreen(() => import('../../posts/user-content.tsx'), 'UserContent');
const UserDetailScreen = lazyScreen(() => {
  // Both are shown together: the second need not wait until the first has its data.
  void UserContent.prefetch();
  return import('../../users/user-detail-screen.tsx');
}, 'UserDetailScreen');
const ReportsScreen = lazyScreen(() => import('../../reports/reports-screen.tsx'), 'ReportsScreen');
const ReportDetailScreen = lazyScreen(() => import('../../reports/report-detail-screen.tsx'), 'ReportDetailScreen');
const ChatScreen = lazyScreen(() => import('../../chat/chat-screen.tsx'), 'ChatScreen');
const AuditScreen = lazyScreen(() => import('../../audit/audit-screen.tsx'), 'AuditScreen');
const NotificationsScreen = lazyScreen(
  () => import('../../notifications/notifications-screen.tsx'),
  'NotificationsScreen',
);
const AccountScreen = lazyScreen(() => import('../../account/account-screen.tsx'), 'AccountScreen');
const NotFoundScreen = lazyScreen(() => import('./not-found-screen.tsx'), 'NotFoundScreen');

/** What a user has published, shown under the profile: the two features meet here only. */
const userContent = (user: UserDetail, onPostTotal: (total: number) => void) => (
  <UserContent userId={user._id} user={user} onPostTotal={onPostTotal} />
);

/** The code of a lazy screen, whatever its props are. */
interface ScreenChunk {
  preload(): Promise<{ readonly Screen: unknown; readonly heading?: string | undefined }>;
  prefetch(): Promise<{ readonly prefetch?: Prefetch | undefined } | undefined>;
}

/** One row of the table of routes. */
export interface AppRoute {
  readonly path: string;
  /** Paths that redirect here once somebody is signed in. */
  readonly redirects?: readonly string[];
  /** Of the browser's tab, and of the entry in the main navigation. */
  readonly title: string;
  readonly screen: ReactNode;
  /** Its code, which brings the heading and the prefetch of its data; the screen's own chunk comes first. */
  readonly chunks: readonly [ScreenChunk, ...ScreenChunk[]];
  /** What the login screen says if the session expires here, other than usual (specification, section 8). */
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

export const NOT_FOUND_ROUTE: AppRoute = {
  path: '*',
  title: appStrings.notFoundTitle,
  screen: <NotFoundScreen />,
  chunks: [NotFoundScreen],
};

/** The screens behind the sign-in: router, titles, preloading, prefetching and the prerendered shell follow from it. */
export const ADMIN_ROUTES = {
  dashboard: {
    path: '/admin/dashboard',
    redirects: ['/', '/login', '/admin'],
    title: appStrings.dashboard,
    screen: <DashboardScreen />,
    chunks: [DashboardScreen],
    sessionExpired: appStrings.dashboardSessionExpired,
  },
  users: { path: '/admin/users', title: appStrings.users, screen: <UsersScreen />, chunks: [UsersScreen] },
  userDetail: {
    path: '/admin/users/:id',
    title: appStrings.userDetail,
    screen: <UserDetailScreen content={userContent} />,
    chunks: [UserDetailScreen, UserContent],
  },
  reports: {
    path: '/admin/reports',
    title: appStrings.reports,
    screen: <ReportsScreen />,
    chunks: [ReportsScreen],
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
    screen: <ChatScreen />,
    chunks: [ChatScreen],
    fillsWindow: true,
  },
  audit: { path: '/admin/audit', title: appStrings.audit, screen: <AuditScreen />, chunks: [AuditScreen] },
  notifications: {
    path: '/admin/notifications',
    title: appStrings.notifications,
    screen: <NotificationsScreen />,
    chunks: [NotificationsScreen],
  },
  account: { path: '/admin/account', title: appStrings.account, screen: <AccountScreen />, chunks: [AccountScreen] },
} satisfies Readonly<Record<string, AppRoute>>;

/** Which paths an administrator's browser shows a route at. */
export const patternOf = ({ path, redirects = [] }: AppRoute): RegExp =>
  new RegExp(`^(?:${[path, ...redirects].join('|').replace(':id', '[^/]+')})/?$`);

const PATTERNS = Object.values<AppRoute>(ADMIN_ROUTES).map((route) => [patternOf(route), route] as const);

/** The route of the admin area that an administrator is shown at a path. */
export const routeAt = (path: string): AppRoute | undefined => PATTERNS.find(([pattern]) => pattern.test(path))?.[1];

/**
 * What the login screen says of a session that has expired (specification, section 8). The open screen decides, not
 * the call that failed: which of its calls comes first, or whether the socket is faster, is chance.
 */
export const sessionExpiredText = (path: string): string => routeAt(path)?.sessionExpired ?? appStrings.sessionExpired;

/** Fetches the code of the first screen before the root is made, so that the first render is the real thing. */
export async function preloadPath(path: string, isSignedIn: boolean): Promise<void> {
  const route = routeAt(path);
  // Below /admin the frame is shown also where there is no screen.
  const isKnown = route !== undefined || path.startsWith('/admin/');
  const ofAdmin = isSignedIn ? [AdminArea, ...(route?.chunks ?? [])] : LOGIN_ROUTE.chunks;
  const needed: readonly ScreenChunk[] = isKnown ? ofAdmin : NOT_FOUND_ROUTE.chunks;
  await Promise.all(needed.map((chunk) => chunk.preload()));
}

/** Fetches what comes right after signing in; never rejects, and what failed is fetched again when it is shown. */
async function prepareAdminArea(): Promise<void> {
  await Promise.all([AdminArea.prefetch(), DashboardScreen.prefetch()]);
}
