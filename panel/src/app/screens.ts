import { lazyScreen } from './lazy-screen.tsx';

/** Every screen, each in its own chunk. */
export const loginScreen = lazyScreen(() => import('../auth/login-screen.tsx').then((module) => module.LoginScreen));
export const adminArea = lazyScreen(() => import('./admin-area.tsx').then((module) => module.AdminArea));
export const dashboardScreen = lazyScreen(() => import('../stats/dashboard-screen.tsx').then((m) => m.DashboardScreen));
export const usersScreen = lazyScreen(() => import('../users/users-screen.tsx').then((module) => module.UsersScreen));
export const userContent = lazyScreen(() => import('../posts/user-content.tsx').then((module) => module.UserContent));
export const userDetailScreen = lazyScreen(() => {
  // Both are shown together: the second need not wait until the first has its data.
  userContent.prefetch();
  return import('../users/user-detail-screen.tsx').then((module) => module.UserDetailScreen);
});
export const reportsScreen = lazyScreen(() => import('../reports/reports-screen.tsx').then((m) => m.ReportsScreen));
export const reportDetailScreen = lazyScreen(() =>
  import('../reports/report-detail-screen.tsx').then((module) => module.ReportDetailScreen),
);
export const chatScreen = lazyScreen(() => import('../chat/chat-screen.tsx').then((module) => module.ChatScreen));
export const auditScreen = lazyScreen(() => import('../audit/audit-screen.tsx').then((module) => module.AuditScreen));
export const notificationsScreen = lazyScreen(() =>
  import('../notifications/notifications-screen.tsx').then((module) => module.NotificationsScreen),
);

export const notHereScreen = lazyScreen(() => import('./not-here-screen.tsx').then((module) => module.NotHereScreen));

/** What a path shows first: fetched before the root is made, so that the first render is the real thing. */
export async function preloadPath(path: string, signedIn: boolean): Promise<void> {
  const needed: Array<{ preload(): Promise<unknown> }> = [];
  const known = path === '/' || path === '/login' || path === '/admin' || path.startsWith('/admin/');
  if (!known) {
    needed.push(notHereScreen);
  } else if (!signedIn) {
    needed.push(loginScreen);
  } else {
    needed.push(adminArea);
    if (/^\/admin\/users\/./.test(path)) needed.push(userDetailScreen, userContent);
    else if (path.startsWith('/admin/users')) needed.push(usersScreen);
    else if (/^\/admin\/reports\/./.test(path)) needed.push(reportDetailScreen);
    else if (path.startsWith('/admin/reports')) needed.push(reportsScreen);
    else if (path.startsWith('/admin/chat')) needed.push(chatScreen);
    else if (path.startsWith('/admin/audit')) needed.push(auditScreen);
    else if (path.startsWith('/admin/notifications')) needed.push(notificationsScreen);
    else if (!path.startsWith('/admin/') || path.startsWith('/admin/dashboard')) needed.push(dashboardScreen);
  }
  await Promise.all(needed.map((screen) => screen.preload()));
}

/** Fetches what comes right after signing in; never rejects, for the screen itself says what is missing. */
export async function prepareAdminArea(): Promise<void> {
  await Promise.allSettled([adminArea.preload(), dashboardScreen.preload()]);
}
