import { expect } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { bubble } from './harness/conversation.ts';
import { replaceNotifications, untilLive } from './harness/notifications.ts';
import { toast, urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const UNTITLED = /^[^(]/;

test.describe('toast: the message of a user', () => {
  test('is announced on another screen by a toast and the title, the next one is not; a click opens it', async ({
    panel,
  }) => {
    await replaceNotifications(panel, 0);
    const lan = await createAppUser(panel, { username: 'Nguyễn Thị Lan' });
    await lan.come();
    const page = await panel.newPage();
    await untilLive(page, () => page.goto('/admin/dashboard'));
    await expect(page).toHaveTitle(UNTITLED);
    await lan.write('Em bị lừa chuyển khoản');
    await toast(page, 'Nguyễn Thị Lan').getByText('Em bị lừa chuyển khoản').waitFor();
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.locator('p[aria-live="polite"]')).toHaveText('Tin nhắn mới: Nguyễn Thị Lan');
    await lan.write('Cần giúp gấp');
    await toast(page, 'Nguyễn Thị Lan').getByRole('button').press('Enter');
    await eventually(() => urlOf(page)).toBe(`/admin/chat?userId=${lan.id}`);
    await bubble(page, lan, 'Cần giúp gấp').waitFor();
    await expect(page).toHaveTitle(UNTITLED);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    lan.go();
  });
});
