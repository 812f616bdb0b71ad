import { listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { listNotifications } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { useNotifications } from '../../notifications/use-notifications.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { respondTo } from '../../testing/responses.ts';
import { SAMPLE_NOTIFICATION } from '../../testing/samples.ts';
import { AdminHeader } from './admin-header.tsx';

/** Loads the notifications, as every screen does. */
function Feed(): null {
  useNotifications();
  return null;
}

const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();

test.each([1280, 320])(
  'NotificationBell: a large number covers no more than its corner, and no other button, %i px wide',
  async (width) => {
    respondTo(listNotifications, () => ({
      success: true,
      data: {
        notifications: [SAMPLE_NOTIFICATION],
        pagination: { currentPage: 1, limit: 30, hasMore: false },
        unreadCount: 120,
      },
    }));
    respondTo(listBulks, () => ({ success: true, data: [], pagination: { nextCursor: null } }));
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, 640);
    await renderPanel(
      <div className="-m-4">
        <AdminHeader
          drawer={width === 320}
          sidebarId="sidebar"
          sidebarOpen={false}
          onOpenSidebar={() => undefined}
          menuButton={null}
        />
        <Feed />
      </div>,
    );
    const bell = page.getByRole('link', { name: 'Thông báo, 120 chưa đọc', exact: true });
    await expect.element(bell.getByText('99+')).toBeVisible();
    const badge = boxOf(bell.getByText('99+').element());
    const icon = boxOf(bell.element().querySelector('svg'));
    const following = [...document.querySelectorAll('header > a, header > button')].filter(
      (control) => boxOf(control).left >= boxOf(bell.element()).right,
    );
    expect(following.length).toBeGreaterThan(0);
    expect(badge.left).toBeGreaterThanOrEqual(icon.left + icon.width / 2);
    expect(badge.bottom).toBeLessThanOrEqual(icon.bottom - icon.height / 4);
    expect(badge.top).toBeGreaterThanOrEqual(0);
    expect(badge.right).toBeLessThanOrEqual(boxOf(following[0]?.querySelector('svg')).left);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
  },
);
