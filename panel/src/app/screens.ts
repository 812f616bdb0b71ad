import type { ReadAhead } from '../lib/read-ahead.ts';
import { appStrings } from './app.strings.ts';
import { type LazyScreen, lazyScreen } from './lazy-screen.tsx';

/** Every screen, each in its own chunk. */
export const loginScreen = lazyScreen(() =>
  import('../auth/login-screen.tsx').then(({ LoginScreen: Screen }) => ({ Screen })),
);
export const adminArea = lazyScreen(() => import('./admin-area.tsx').then(({ AdminArea: Screen }) => ({ Screen })));
export const dashboardScreen = lazyScreen(() =>
  import('../stats/dashboard-screen.tsx').then(({ DashboardScreen: Screen }) => ({ Screen })),
);
export const usersScreen = lazyScreen(() =>
  import('../users/users-screen.tsx').then(({ UsersScreen: Screen, readAhead }) => ({ Screen, readAhead })),
);
export const userContent = lazyScreen(() =>
  import('../posts/user-content.tsx').then(({ UserContent: Screen, readAhead }) => ({ Screen, readAhead })),
);
export const userDetailScreen = lazyScreen(() => {
  // Both are shown together: the second need not wait until the first has its data.
  void userContent.prefetch();
  return import('../users/user-detail-screen.tsx').then(({ UserDetailScreen: Screen, readAhead }) => ({
    Screen,
    readAhead,
  }));
});
export const reportsScreen = lazyScreen(() =>
  import('../reports/reports-screen.tsx').then(({ ReportsScreen: Screen, readAhead }) => ({ Screen, readAhead })),
);
const reportDetailScreen = lazyScreen(() =>
  import('../reports/report-detail-screen.tsx').then(({ ReportDetailScreen: Screen, readAhead }) => ({
    Screen,
    readAhead,
  })),
);
const chatScreen = lazyScreen(() =>
  import('../chat/chat-screen.tsx').then(({ ChatScreen: Screen, readAhead }) => ({ Screen, readAhead })),
);
export const auditScreen = lazyScreen(() =>
  import('../audit/audit-screen.tsx').then(({ AuditScreen: Screen, readAhead }) => ({ Screen, readAhead })),
);
export const accountScreen = lazyScreen(() =>
  import('../account/account-screen.tsx').then(({ AccountScreen: Screen }) => ({ Screen })),
);
export const notificationsScreen = lazyScreen(() =>
  import('../notifications/notifications-screen.tsx').then(({ NotificationsScreen: Screen }) => ({ Screen })),
);

export const notHereScreen = lazyScreen(() =>
  import('./not-here-screen.tsx').then(({ NotHereScreen: Screen }) => ({ Screen })),
);

/** What one need not know its props for. */
interface AheadOfUse {
  preload(): Promise<{ readonly Screen: unknown }>;
  prefetch(): Promise<{ readonly readAhead?: ReadAhead } | undefined>;
}

/** What stands behind each path below /admin; what needs something of another feature has its route in admin-area.tsx. */
export const ADMIN_SCREENS: ReadonlyArray<readonly [path: string, title: string, screen: LazyScreen<object>]> = [
  ['dashboard', appStrings.dashboard, dashboardScreen],
  ['users', appStrings.users, usersScreen],
  ['reports', appStrings.reports, reportsScreen],
  ['reports/:id', appStrings.reportDetail, reportDetailScreen],
  ['chat', appStrings.chat, chatScreen],
  ['audit', appStrings.audit, auditScreen],
  ['notifications', appStrings.notifications, notificationsScreen],
  ['account', appStrings.account, accountScreen],
];
export const USER_PATH = 'users/:id';

const patternOf = (path: string): RegExp => new RegExp(`^/admin/${path.replace(':id', '[^/]+')}/?$`);

/** The same by address, with what leads to the first of them; what the build preloads is taken from here (prerender.tsx). */
export const ADDRESSES: ReadonlyArray<readonly [address: RegExp, screens: readonly AheadOfUse[]]> = [
  [/^\/(admin\/?|login)?$/, [dashboardScreen]],
  [patternOf(USER_PATH), [userDetailScreen, userContent]],
  ...ADMIN_SCREENS.map(([path, , screen]) => [patternOf(path), [screen]] as const),
];
const NO_SCREENS: readonly AheadOfUse[] = [];

/** The screens that whoever has signed in finds at a path; always the same object for the same screens. */
export const screensAt = (path: string) => ADDRESSES.find(([address]) => address.test(path))?.[1] ?? NO_SCREENS;

/** What a path shows first: fetched before the root is made, so that the first render is the real thing. */
export async function preloadPath(path: string, signedIn: boolean): Promise<void> {
  const known = path === '/' || path === '/login' || path === '/admin' || path.startsWith('/admin/');
  const ofAdmin = signedIn ? [adminArea, ...screensAt(path)] : [loginScreen];
  const needed = known ? ofAdmin : [notHereScreen];
  await Promise.all(needed.map((screen) => screen.preload()));
}

/** Fetches what comes right after signing in; never rejects, and what failed is fetched again when it is shown. */
export async function prepareAdminArea(): Promise<void> {
  await Promise.all([adminArea.prefetch(), dashboardScreen.prefetch()]);
}
