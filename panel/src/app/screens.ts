import type { ReadAhead } from '../lib/read-ahead.ts';
import { lazyScreen } from './lazy-screen.tsx';

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
export const reportDetailScreen = lazyScreen(() =>
  import('../reports/report-detail-screen.tsx').then(({ ReportDetailScreen: Screen, readAhead }) => ({
    Screen,
    readAhead,
  })),
);
export const chatScreen = lazyScreen(() =>
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
  preload(): Promise<unknown>;
  prefetch(): Promise<{ readonly readAhead?: ReadAhead } | undefined>;
}

/** What is behind the sign-in, by address; the first that fits is meant. */
const ADDRESSES: ReadonlyArray<readonly [address: RegExp, screens: readonly AheadOfUse[]]> = [
  [/^\/admin\/users\/./, [userDetailScreen, userContent]],
  [/^\/admin\/users/, [usersScreen]],
  [/^\/admin\/reports\/./, [reportDetailScreen]],
  [/^\/admin\/reports/, [reportsScreen]],
  [/^\/admin\/chat/, [chatScreen]],
  [/^\/admin\/audit/, [auditScreen]],
  [/^\/admin\/account/, [accountScreen]],
  [/^\/admin\/notifications/, [notificationsScreen]],
  [/^\/(admin|login)?$|^\/admin\/(dashboard|$)/, [dashboardScreen]],
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

/** Fetches what comes right after signing in; never rejects, for the screen itself says what is missing. */
export async function prepareAdminArea(): Promise<void> {
  await Promise.allSettled([adminArea.preload(), dashboardScreen.preload()]);
}
