import { getPreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { listReportCases, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { listNotifications } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { listSavedViews } from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import { BrowserRouter } from 'react-router';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type RenderResult, render } from 'vitest-browser-react';
// Loaded with the test file, so that no test waits for them.
import '../app/idle-hosts.tsx';
import '../app/layout/admin-area.tsx';
import { AppRoutes } from '../app/routing/router.tsx';
import { panelSocket } from '../lib/socket.ts';
import '../stats/dashboard-screen.tsx';
import '../users/users-screen.tsx';
import { pageSocket } from './page-socket.ts';
import { respondTo } from './responses.ts';
import { lastPage } from './samples.ts';

/** Code that is loaded for the first time, on a busy machine. */
const LOADED = { timeout: 10_000 };
const NOTHING = { count: 0, since: null };

/** The first page of the notifications. */
export const notificationPage = (notifications: Notification[], hasMore = false) => ({
  success: true as const,
  data: {
    notifications,
    pagination: { currentPage: 1, limit: 30, hasMore },
    unreadCount: notifications.filter(({ read }) => !read).length,
  },
});

function respondToFrame(): void {
  respondTo(listNotifications, () => notificationPage([]));
  respondTo(getPreferences, () => ({ success: true, preferences: DEFAULT_PREFERENCES, isEmailAvailable: false }));
  respondTo(listBulks, () => ({ success: true, data: [], pagination: { nextCursor: null } }));
  respondTo(listSavedViews, () => ({ success: true, data: [] }));
  respondTo(listUsers, () => lastPage([]));
  respondTo(listReports, () => lastPage([]));
  respondTo(listReportCases, () => lastPage([]));
  respondTo(listPolicies, () => ({ success: true, data: [] }));
  respondTo(getDashboardStats, () => ({
    success: true,
    data: {
      users: { total: 0, new: 0 },
      posts: { total: 0, new: 0, feeds: { total: 0, new: 0 }, travelPosts: { total: 0, new: 0 } },
      lastUpdated: null,
    },
  }));
  respondTo(getWork, () => ({
    success: true,
    data: {
      reports: { ...NOTHING, reviewing: 0 },
      overdue: NOTHING,
      mine: NOTHING,
      appeals: { ...NOTHING, overdue: 0 },
      conversations: NOTHING,
    },
  }));
}

/**
 * Renders the whole panel at a path, behind the sign-in, and waits until its keys work and its socket is open. The calls of
 * the frame, of the dashboard and of the lists to which the pointer may lead have empty responses.
 * @param respond the responses to other calls, or others to these
 * @param isLive false where no socket is to open
 */
export async function renderWholePanel(
  path: string,
  respond: () => void = () => undefined,
  isLive = true,
): Promise<RenderResult> {
  pageSocket.start();
  respondToFrame();
  respond();
  history.replaceState(null, '', path);
  const rendered = await render(
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>,
  );
  await expect.element(page.getByRole('button', { name: 'Tìm nhanh', exact: true }), LOADED).toBeInTheDocument();
  if (isLive) await expect.poll(() => panelSocket.state.get(), LOADED).toBe('connected');
  return rendered;
}

/** Waits for the screen with this title. */
export const waitForScreen = (title: string): Promise<unknown> =>
  expect.element(page.getByRole('heading', { level: 1, name: title, exact: true }), LOADED).toBeInTheDocument();
