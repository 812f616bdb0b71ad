import { expect, type Page } from '@playwright/test';
import { insertAdmin } from '../../server/src/testing/factories.ts';
import { ACCOUNT_SCREEN, ACCOUNT_TITLE, section } from './harness/account.ts';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { bubble, log, openConversation, send } from './harness/conversation.ts';
import { replaceNotifications, untilLive } from './harness/notifications.ts';
import { toast, urlOf, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, type PageOptions, type Panel, test } from './harness/test.ts';

async function openLive(panel: Panel, screen: string, options?: PageOptions): Promise<Page> {
  const page = await panel.newPage(options);
  await untilLive(page, () => page.goto(screen));
  return page;
}

async function connectUsers(panel: Panel, ...names: string[]): Promise<AppUser[]> {
  await replaceNotifications(panel, 0);
  const users = await Promise.all(names.map((username) => createAppUser(panel, { username })));
  for (const user of users) await user.come();
  return users;
}

const UNTITLED = /^[^(]/;

test.describe('toast: the message of a user', () => {
  test('is announced on another screen by a toast and the title, the next one is not; a click opens it', async ({
    panel,
  }) => {
    const [lan] = await connectUsers(panel, 'Nguyễn Thị Lan');
    const page = await openLive(panel, '/admin/dashboard');
    await expect(page).toHaveTitle(UNTITLED);
    await lan?.write('Em bị lừa chuyển khoản');
    await toast(page, 'Nguyễn Thị Lan').getByText('Em bị lừa chuyển khoản').waitFor();
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.locator('p[aria-live="polite"]')).toHaveText('Tin nhắn mới: Nguyễn Thị Lan');
    await lan?.write('Cần giúp gấp');
    await toast(page, 'Nguyễn Thị Lan').getByRole('button').press('Enter');
    await eventually(() => urlOf(page)).toBe(`/admin/chat?userId=${lan?.id}`);
    await bubble(page, { id: lan?.id ?? '', username: 'Nguyễn Thị Lan' }, 'Cần giúp gấp').waitFor();
    await expect(page).toHaveTitle(UNTITLED);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    lan?.go();
  });

  test('is added to the count of a toast that is still open', async ({ panel }) => {
    const users = await connectUsers(panel, 'Trần Văn Nam', 'Lê Thị Hoa', 'Phạm Minh');
    const page = await openLive(panel, '/admin/users');
    for (const user of users) await user.write(`Chào, tôi là ${user.username}`);
    await toast(page, 'Phạm Minh').getByText('Chào, tôi là Phạm Minh và 2 người khác').waitFor();
    await expect(page).toHaveTitle(/^\(3\) /);
    for (const user of users) user.go();
  });

  test('of a conversation that a colleague handles, or that is open, is not announced', async ({ panel }) => {
    const [lan, hoa] = await connectUsers(panel, 'Bùi Thị Lan', 'Bùi Thị Hoa');
    if (!lan || !hoa) throw new Error('two users were connected');
    const page = await openLive(panel, '/admin/dashboard');
    const colleague = await openConversation(await newPageOfOther(panel, 'Đỗ Trực Đêm'), lan);
    await send(colleague, lan, 'Tôi giúp bạn');
    await log(colleague, lan).getByText('Đã gửi').waitFor();
    await lan.write('Vâng ạ');
    await bubble(colleague, lan, 'Vâng ạ').waitFor();
    await hoa.write('Còn tôi?');
    // Later than the one that is not announced.
    await toast(page, 'Bùi Thị Hoa').getByText('Còn tôi?', { exact: true }).waitFor();
    await expect(page).toHaveTitle(/^\(1\) /);

    const reader = await openConversation(await panel.newPage(), hoa);
    await bubble(reader, hoa, 'Còn tôi?').waitFor();
    await hoa.write('Alo');
    await bubble(reader, hoa, 'Alo').waitFor();
    await expect(reader).toHaveTitle(UNTITLED);
    for (const user of [lan, hoa]) user.go();
  });

  test('is announced as the preferences of the account say, alike in another browser', async ({ panel }) => {
    const [lan] = await connectUsers(panel, 'Võ Thị Lan');
    const as = await insertAdmin(panel.db, { username: 'Không Làm Phiền' });
    const account = await openLive(panel, ACCOUNT_SCREEN, { as });
    await waitForScreen(account, ACCOUNT_TITLE);
    const alerts = section(account, 'Thông báo khi vắng mặt');
    await alerts.getByRole('checkbox', { name: 'Hiện thông báo ở góc trên bên phải' }).uncheck();
    const stored = async () =>
      panel.db.selectFrom('administrator_preferences').select('message_notices').where('user_id', '=', as.id).execute();
    await eventually(stored).toEqual([{ message_notices: ['title'] }]);
    const page = await openLive(panel, '/admin/dashboard', { as });
    await lan?.write('Chào');
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    lan?.go();
  });
});
