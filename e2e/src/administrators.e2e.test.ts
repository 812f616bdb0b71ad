import { expect, type Page } from '@playwright/test';
import { insertAdmin, insertSession } from '../../server/src/testing/factories.ts';
import { insertSecondFactor } from '../../server/src/testing/second-factors.ts';
import { ownAdmin, uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { DASHBOARD_TITLE, signIn, toast, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { type Panel, test } from './harness/test.ts';

const SCREEN = '/admin/administrators';
const TITLE = 'Quản trị viên';
const PASSWORD = 'hải đăng soi lối về bến cũ';
const table = (page: Page) => page.getByRole('grid', { name: 'Danh sách quản trị viên' });
const row = (page: Page, name: string) => table(page).locator('[data-row]').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mời quản trị viên' });
const question = (page: Page, title: string) => page.getByRole('alertdialog', { name: title });
const password = (page: Page) => page.getByRole('dialog', { name: 'Nhập lại mật khẩu' });

async function openScreen(page: Page): Promise<Page> {
  await page.goto(SCREEN);
  await waitForScreen(page, TITLE);
  return page;
}
async function choose(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Thao tác với ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
/** Confirms what a menu item asks. */
async function confirm(page: Page, title: string): Promise<void> {
  await question(page, title).getByRole('button', { name: title, exact: true }).click();
}
async function newAdmin({ db }: Panel, name: string) {
  const account = await insertAdmin(db, { username: uniqueName(name) });
  await insertSession(db, account.id);
  return account;
}
test.describe('administrators', () => {
  test('an invitation link works once: the invitee chooses name and password, signs in, and others see each step', async ({
    panel,
  }) => {
    for (const status of [400, 410]) panel.expectProblem(failedRequest(status));
    const email = `${uniqueName('thu.ha').replace(' ', '')}@example.com`;
    const name = uniqueName('Thu Hà');
    const page = await openScreen(await panel.newPage());
    const other = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'));
    await other.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Mời quản trị viên' }).click();
    await expect(dialog(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.type('thu.ha');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Email không đúng định dạng').waitFor();
    await dialog(page).getByRole('textbox').fill(email);
    await page.keyboard.press('Enter');
    const box = dialog(page).getByRole('textbox', { name: 'Liên kết mời' });
    await expect(box).toBeFocused();
    const link = new URL(await box.inputValue());
    expect([link.pathname, link.search]).toEqual(['/invite', '']);
    // It is shown once: neither Esc nor a press beside it loses it.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await box.waitFor();
    await dialog(page).getByRole('button', { name: 'Xong' }).click();
    await expect(dialog(page)).toHaveCount(0);
    for (const each of [page, other]) await row(each, email).getByText('Đã mời').waitFor();

    const requested: string[] = [];
    const guest = await panel.newPage({ signedIn: false });
    guest.on('request', (request) => requested.push(request.url()));
    await guest.goto(link.href);
    await guest.getByText(email).waitFor();
    const [username, secret] = [guest.getByLabel('Tên của bạn'), guest.getByLabel('Mật khẩu', { exact: true })];
    await expect(username).toBeFocused();
    await username.fill(name);
    await secret.fill('password1234');
    await guest.keyboard.press('Enter');
    await guest.getByText('gần giống một mật khẩu nhiều người dùng').waitFor();
    await expect(secret).toBeFocused();
    await secret.fill(PASSWORD);
    await guest.keyboard.press('Enter');
    await expect(guest.getByRole('heading', { name: 'Tài khoản của bạn đã sẵn sàng' })).toBeFocused();
    for (const each of [page, other]) {
      await row(each, name).getByText('Đang hoạt động').waitFor();
      await expect(row(each, 'Đã mời')).toHaveCount(0);
    }
    await guest.getByRole('link', { name: 'Đăng nhập' }).click();
    await signIn(guest, { email, password: PASSWORD });
    await waitForScreen(guest, DASHBOARD_TITLE);
    expect(requested.join()).not.toContain(link.hash.slice(1));

    const late = await panel.newPage({ signedIn: false });
    await late.goto(link.href);
    await late.getByText('Lời mời này đã được dùng').waitFor();
    await late.getByText('Hãy nhờ một quản trị viên gửi cho bạn liên kết mới.').waitFor();
  });

  test('disabling signs the other administrator out within a second, and undo enables the account', async ({
    panel,
  }) => {
    const binh = await newAdmin(panel, 'Quản trị Bình');
    for (const status of [401, 403]) panel.expectProblem(failedRequest(status));
    const theirs = await openScreen(await panel.newPage({ as: binh }));
    await theirs.waitForLoadState('networkidle');
    const page = await openScreen(await panel.newPage());
    await choose(page, binh.username, 'Tắt quản trị viên');
    await question(page, 'Tắt quản trị viên').getByText(binh.username).waitFor();
    await confirm(page, 'Tắt quản trị viên');
    await theirs.getByRole('heading', { name: 'Đăng nhập' }).waitFor();
    await row(page, binh.username).getByText('Đã tắt').waitFor();
    await toast(page, `Đã tắt quản trị viên “${binh.username}”`).getByRole('button', { name: 'Hoàn tác' }).click();
    await row(page, binh.username).getByText('Đang hoạt động').waitFor();
  });

  test('sessions are ended and a lost two-factor is disabled, after re-authentication', async ({ panel }) => {
    panel.expectProblem(failedRequest(403));
    const binh = await newAdmin(panel, 'Quản trị Bình');
    await insertSecondFactor(panel.db, binh.id, new Date());
    const own = await ownAdmin(panel);
    const page = await openScreen(await panel.newPage());
    const other = await openScreen(await newPageOfOther(panel, 'Quản trị Chi'));
    await other.waitForLoadState('networkidle');
    const longAgo = new Date(Date.now() - 11 * 60_000);
    const aged = { created_at: longAgo, reauthenticated_at: null };
    await panel.db.updateTable('sessions').set(aged).where('user_id', '=', own.id).execute();
    await choose(page, binh.username, 'Kết thúc mọi phiên');
    await confirm(page, 'Kết thúc mọi phiên');
    await password(page).waitFor();
    await page.keyboard.press('Escape');
    await expect(question(page, 'Kết thúc mọi phiên')).toHaveCount(0);
    await choose(page, binh.username, 'Kết thúc mọi phiên');
    await confirm(page, 'Kết thúc mọi phiên');
    await password(page).getByLabel('Mật khẩu của bạn', { exact: true }).fill(panel.system.admin.password);
    await page.keyboard.press('Enter');
    await toast(page, `Đã kết thúc mọi phiên của “${binh.username}”`).waitFor();
    await choose(page, binh.username, 'Gỡ xác thực hai lớp');
    await confirm(page, 'Gỡ xác thực hai lớp');
    for (const each of [page, other]) await row(each, binh.username).getByText('Chưa bật').waitFor();
    await row(page, binh.username).getByRole('button').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Tắt quản trị viên']);
  });
});
