import { expect, type Page } from '@playwright/test';
import { createUser, daysAgo } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { toast, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Mai';

const screenOf = (user: { id: string }) => `/admin/users/${user.id}`;

/** The value beside a label of the profile. */
const factOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd[1]');

async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('user page', () => {
  test('shows the whole profile', async ({ panel }) => {
    const user = await createUser(panel.db, {
      username: NAME,
      email: 'mai@example.com',
      phone: '0900000001',
      postal_address: '12 Lê Lợi, Huế',
      gender: 'female',
      age: 27,
      bio: 'Thích biển và núi',
      nationality: 'Việt Nam',
      hometown: 'Thừa Thiên Huế',
      is_verified: true,
      last_seen_at: daysAgo(3),
    });
    const page = await panel.open(screenOf(user));
    await waitForScreen(page, NAME);
    await page.getByText('Đã xác minh').first().waitFor();
    for (const [label, value] of Object.entries({
      Email: 'mai@example.com',
      'Số điện thoại': '0900000001',
      'Địa chỉ': '12 Lê Lợi, Huế',
      'Giới tính': 'Nữ',
      Tuổi: '27',
      'Tình trạng hôn nhân': 'Chưa cập nhật',
      'Quốc tịch': 'Việt Nam',
      'Quê quán': 'Thừa Thiên Huế',
    })) {
      expect(await factOf(page, label).textContent(), label).toBe(value);
    }
    await page.getByText('Hoạt động lần cuối: 3 ngày trước').waitFor();
    await page.getByText('Thích biển và núi').waitFor();
    for (const label of ['Bài viết', 'Người theo dõi', 'Đang theo dõi']) {
      expect(await factOf(page, label).textContent(), label).toBe('0');
    }
    await page.getByText('Người dùng chưa có bài viết nào').waitFor();
  });

  for (const width of [320, 768, 1024, 1440]) {
    test(`at ${width} px: the name is beside or below the account's actions`, async ({ panel }) => {
      const user = await createUser(panel.db, {
        username: 'Nguyễn Thị Thanh Hương',
        is_verified: true,
        is_disabled: true,
        last_seen_at: daysAgo(3),
      });
      const page = await panel.open(screenOf(user), { viewport: { width, height: 900 } });
      await waitForScreen(page, 'Nguyễn Thị Thanh Hương');
      const name = await page.getByRole('heading', { level: 1 }).boundingBox();
      const message = await page.getByRole('main').getByRole('link', { name: 'Nhắn tin' }).boundingBox();
      if (!name || !message) throw new Error('not on the screen');
      expect(name.y >= message.y + message.height || name.x + name.width <= message.x).toBe(true);
    });
  }

  test('shows that an account is being deleted, until it is deleted', async ({ panel }) => {
    panel.expectProblem(failedRequest(404));
    const user = await createUser(panel.db, { username: NAME });
    // The state in which the server leaves it while its job runs.
    await panel.db.updateTable('accounts').set({ deleted_at: new Date() }).where('id', '=', user.id).execute();
    const page = await panel.open(screenOf(user));
    await page.getByText('Đang xóa tài khoản này').waitFor();
    expect(await page.getByText(NAME).count()).toBe(0);
    await panel.db.deleteFrom('accounts').where('id', '=', user.id).execute();
    await page.reload();
    await page.getByText('Không tìm thấy thông tin người dùng').waitFor();
  });

  test('fetches whether the account is disabled if the list did not contain it, and works without the response', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(500));
    const user = await createUser(panel.db, { username: NAME, is_disabled: true });
    const page = await panel.newPage();
    await spoil(page, `/api/admin/users/${user.id}/status`, { status: 500 });
    const asked = page.waitForRequest((request) => request.url().endsWith(`/users/${user.id}/status`));
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('The account status'));
    await page.goto(screenOf(user));
    await asked;
    await waitForScreen(page, NAME);
    await page.getByText('Đã vô hiệu hóa').waitFor();
    await logged;
  });
});

test.describe('user page: account actions', () => {
  const isDisabled = async ({ db }: Panel, id: string) =>
    (await db.selectFrom('users').select('is_disabled').where('id', '=', id).executeTakeFirst())?.is_disabled;

  test('disable the account after a confirmation with its name, and enable it', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open('/admin/users?sort=oldest');
    await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
    await waitForScreen(page, NAME);
    const entries = await page.evaluate(() => history.length);

    await chooseAction(page, 'Vô hiệu hóa');
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.textContent()).toContain(NAME);
    const described = await dialog.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(described, 'the question, without the buttons').toMatch(
      new RegExp(`^Bạn có chắc chắn muốn vô hiệu hóa tài khoản ${NAME}\\?.*kích hoạt lại\\.$`),
    );
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await isDisabled(panel, user.id)).toBe(false);

    await chooseAction(page, 'Vô hiệu hóa');
    await dialog.getByRole('button', { name: 'Vô hiệu hóa' }).click();
    await toast(page, 'Tài khoản đã bị vô hiệu hóa!').waitFor();
    await waitForScreen(page, USERS_TITLE);
    expect(urlOf(page)).toBe('/admin/users?sort=oldest');
    expect(await isDisabled(panel, user.id)).toBe(true);
    expect(await page.evaluate(() => history.length), 'the entry is replaced').toBe(entries);
    await page.getByRole('row').filter({ hasText: NAME }).getByText('Đã vô hiệu hóa').waitFor();

    await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
    await waitForScreen(page, NAME);
    await chooseAction(page, 'Kích hoạt lại');
    await dialog.getByRole('button', { name: 'Kích hoạt lại' }).click();
    await toast(page, 'Tài khoản đã được kích hoạt lại!').waitFor();
    await waitForScreen(page, USERS_TITLE);
    expect(await isDisabled(panel, user.id)).toBe(false);
    const actions = await panel.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', user.id)
      .execute();
    expect(actions).toHaveLength(2);
  });

  test('delete it permanently', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    const page = await panel.open(screenOf(user));
    await waitForScreen(page, NAME);
    await chooseAction(page, 'Xóa tài khoản');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa tài khoản' }).click();
    await waitForScreen(page, USERS_TITLE);
    await toast(page, NAME).waitFor();
    expect(await isDisabled(panel, user.id)).toBeUndefined();
    await expect(page.getByRole('link', { name: `Chi tiết ${NAME}` })).toHaveCount(0);
  });

  test('close their confirmation on another screen', async ({ panel }) => {
    await createUser(panel.db, { username: NAME });
    const page = await panel.open('/admin/users');
    await page.getByRole('link', { name: `Chi tiết ${NAME}` }).click();
    await waitForScreen(page, NAME);
    await chooseAction(page, 'Xóa tài khoản');
    await page.getByRole('alertdialog').waitFor();
    await page.goBack();
    await waitForScreen(page, USERS_TITLE);
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  });

  test('send no request for the account named admin', async ({ panel }) => {
    const admin = await panel.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', panel.system.admin.email)
      .executeTakeFirstOrThrow();
    const page = await panel.open(screenOf(admin));
    await waitForScreen(page, 'admin');
    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    await chooseAction(page, 'Xóa tài khoản');
    await page.getByText('Không thể xóa tài khoản admin!').waitFor();
    expect(deletions).toEqual([]);
  });
});
