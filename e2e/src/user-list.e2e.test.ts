import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { createUser, createUsers, daysAgo, removeUsersExcept } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { addressOf, scrollDown, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { describeInBrowser, eventually, type Panel, test } from './harness/test.ts';

const LIST = '/api/admin/users';
const SEARCH = '/api/admin/users/search';
const SCREEN = '/admin/users';

const table = (page: Page) => page.getByRole('table', { name: 'Danh sách người dùng' });
const rowOf = (page: Page, username: string) => table(page).getByRole('row').filter({ hasText: username });
const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });

/** Paths of the calls a page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  return calls;
}

/** Names of the rows that are drawn now, from the top. */
async function drawnNames(page: Page): Promise<string[]> {
  const links = await table(page).getByRole('link').allTextContents();
  return links.map((text) => text.replace('Chi tiết', '').trim());
}

describeInBrowser('the user list', () => {
  beforeEach<{ panel: Panel }>(async ({ panel }) => removeUsersExcept(panel.db, panel.system.admin.email));

  test('shows who is who, newest first, and says how many there are', async ({ panel }) => {
    await createUser(panel.db, { username: 'Nguyễn Thị Mai', email: 'mai@example.com', is_verified: true });
    await createUser(panel.db, { username: 'Trần Văn Đức', email: 'duc@example.com', is_disabled: true });
    const page = await panel.open(SCREEN);
    await rowOf(page, 'Trần Văn Đức').waitFor();
    expect(await table(page).getByRole('columnheader').allTextContents()).toEqual([
      'Người dùng',
      'Xác minh danh tính',
      'Vai trò',
      'Trạng thái',
      'Hành động',
    ]);
    const mai = rowOf(page, 'Nguyễn Thị Mai');
    for (const text of ['mai@example.com', 'Đã xác minh', 'Người dùng', 'Hoạt động']) {
      expect(await mai.textContent()).toContain(text);
    }
    const duc = rowOf(page, 'Trần Văn Đức');
    for (const text of ['Chưa xác minh', 'Vô hiệu hóa']) expect(await duc.textContent()).toContain(text);
    expect(await rowOf(page, panel.system.admin.email).textContent()).toContain('Quản trị viên');
    expect((await drawnNames(page)).filter((name) => name !== 'admin')).toEqual(['Trần Văn Đức', 'Nguyễn Thị Mai']);
    await page.getByText('3 người dùng', { exact: true }).waitFor();
  });

  test('gives a picture that cannot be loaded its stand-in', async ({ panel }) => {
    panel.expectProblem(failedRequest(404));
    await createUser(panel.db, { username: 'Lê Thị Hoa', avatar_url: '/media/khong-co.webp' });
    const page = await panel.open(SCREEN);
    const avatar = rowOf(page, 'Lê Thị Hoa').locator('img');
    await eventually(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true);
    expect(await avatar.getAttribute('src')).not.toContain('/media/');
  });

  test('opens a user’s page with what the list knows already', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Phạm Minh Tuấn', is_disabled: true });
    const page = await panel.open(SCREEN);
    const calls = callsOf(page);
    await rowOf(page, 'Phạm Minh Tuấn').getByRole('link', { name: 'Chi tiết' }).click();
    await waitForScreen(page, 'Phạm Minh Tuấn');
    expect(addressOf(page)).toBe(`${SCREEN}/${user.id}`);
    const state = await page.evaluate(() => (history.state as { usr: unknown }).usr);
    expect(state).toMatchObject({ isDisabled: true, username: 'Phạm Minh Tuấn', userId: user.id });
    expect(calls).not.toContain(`/api/admin/users/${user.id}/status`);
  });

  test.for([
    { name: 'a failing server', fault: { status: 500 }, problem: failedRequest(500) },
    { name: 'no network', fault: 'network', problem: failedRequest('network') },
  ] as const)(
    'says that it could not be loaded with $name, and loads on retry',
    async ({ fault, problem }, { panel }) => {
      panel.expectProblem(problem);
      await createUser(panel.db, { username: 'Võ Thị Lan' });
      const page = await panel.newPage();
      const mend = await spoil(page, LIST, fault);
      await page.goto(SCREEN);
      await page.getByRole('alert').getByText('Không thể tải danh sách người dùng').waitFor();
      await mend();
      await page.getByRole('button', { name: 'Thử lại' }).click();
      await rowOf(page, 'Võ Thị Lan').waitFor();
    },
  );

  test('shows rows in outline while it waits', async ({ panel }) => {
    await createUser(panel.db, { username: 'Hồ Văn Bình' });
    const page = await panel.newPage();
    await spoil(page, LIST, { delayMs: 1_000 });
    await page.goto(SCREEN);
    await page.getByText('Đang tải danh sách người dùng...').waitFor({ state: 'attached' });
    await rowOf(page, 'Hồ Văn Bình').waitFor();
  });

  test('says that nobody is there', async ({ panel }) => {
    const page = await panel.newPage();
    // The administrator who looks is a user too, so a really empty list does not occur on this server.
    await spoil(page, LIST, { status: 200, body: { success: true, data: [] } });
    await page.goto(SCREEN);
    await page.getByText('Không có người dùng nào').waitFor();
  });
});

describeInBrowser('searching users', () => {
  beforeEach<{ panel: Panel }>(async ({ panel }) => {
    await removeUsersExcept(panel.db, panel.system.admin.email);
    await createUser(panel.db, { username: 'Nguyễn Văn An', phone: '0900000001' });
    await createUser(panel.db, { username: 'Đặng Thị Nguyệt', is_verified: true });
    await createUser(panel.db, { username: 'Lý Quốc Bảo' });
  });

  test('ignores marks and case, and waits until typing stands still', async ({ panel }) => {
    const page = await panel.open(SCREEN);
    await rowOf(page, 'Lý Quốc Bảo').waitFor();
    const calls = callsOf(page);
    await searchBox(page).pressSequentially('dang THI nguyet', { delay: 30 });
    await eventually(() => drawnNames(page)).toEqual(['Đặng Thị Nguyệt']);
    expect(calls.filter((path) => path === SEARCH)).toHaveLength(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe('dang THI nguyet');
    await page.getByText('1 người dùng', { exact: true }).waitFor();
  });

  test('shows the list again, without a search, when the term is blank', async ({ panel }) => {
    const page = await panel.open(`${SCREEN}?q=nguyen`);
    await eventually(() => drawnNames(page)).toEqual(['Nguyễn Văn An']);
    const calls = callsOf(page);
    await searchBox(page).fill('   ');
    await rowOf(page, 'Lý Quốc Bảo').waitFor();
    expect(addressOf(page)).toBe(SCREEN);
    expect(calls).not.toContain(SEARCH);
  });

  test('says that nobody fits', async ({ panel }) => {
    const page = await panel.open(SCREEN);
    await searchBox(page).fill('không có ai tên này');
    await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
  });

  test('says that it failed, and searches again on retry', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.newPage();
    const mend = await spoil(page, SEARCH, { status: 500 });
    await page.goto(`${SCREEN}?q=bao`);
    await page.getByRole('alert').getByText('Lỗi khi tìm kiếm người dùng').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await eventually(() => drawnNames(page)).toEqual(['Lý Quốc Bảo']);
  });

  test('keeps what was found before on the screen while it waits, and shows only the newest answer', async ({
    panel,
  }) => {
    const page = await panel.open(`${SCREEN}?q=nguyen`);
    await eventually(() => drawnNames(page)).toEqual(['Nguyễn Văn An']);
    await spoil(page, SEARCH, { delayMs: 800 });
    await searchBox(page).fill('ly quoc');
    await page.locator('[aria-busy="true"]').first().waitFor();
    expect(await drawnNames(page)).toEqual(['Nguyễn Văn An']);
    await searchBox(page).fill('dang thi');
    await eventually(() => drawnNames(page)).toEqual(['Đặng Thị Nguyệt']);
    await page.waitForTimeout(1_000);
    expect(await drawnNames(page)).toEqual(['Đặng Thị Nguyệt']);
  });

  test('takes signs of the query language literally', async ({ panel }) => {
    await createUser(panel.db, { username: '100%_thật\\' });
    const page = await panel.open(SCREEN);
    for (const term of ['100%_', '%_th', 'thật\\']) {
      await searchBox(page).fill(term);
      await eventually(() => drawnNames(page), term).toEqual(['100%_thật\\']);
    }
  });
});

describeInBrowser('filtering users', () => {
  beforeEach<{ panel: Panel }>(async ({ panel }) => {
    await removeUsersExcept(panel.db, panel.system.admin.email);
    await createUser(panel.db, { username: 'Đang bị cấm', is_disabled: true, gender: 'male' });
    await createUser(panel.db, { username: 'Lâu không vào', last_seen_at: daysAgo(60), gender: 'female' });
    await createUser(panel.db, { username: 'Đã xác minh', is_verified: true, gender: 'female' });
  });

  test('works without a term, stands in the address, and back undoes one choice', async ({ panel }) => {
    const page = await panel.open(SCREEN);
    await rowOf(page, 'Lâu không vào').waitFor();
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await page.getByLabel('Giới tính').selectOption('female');
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh', 'Lâu không vào']);
    await page.getByLabel('Trạng thái').selectOption('inactive');
    await eventually(() => drawnNames(page)).toEqual(['Lâu không vào']);
    expect(addressOf(page)).toBe(`${SCREEN}?status=inactive&gender=female`);

    await page.goBack();
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh', 'Lâu không vào']);
    expect(await page.getByLabel('Trạng thái').inputValue()).toBe('');
    await page.goForward();
    await eventually(() => drawnNames(page)).toEqual(['Lâu không vào']);

    await page.getByRole('button', { name: /^Bỏ lọc Trạng thái/ }).click();
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh', 'Lâu không vào']);
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await rowOf(page, 'Đang bị cấm').waitFor();
    expect(addressOf(page)).toBe(SCREEN);
  });

  test('can be shared by its address', async ({ panel }) => {
    const page = await panel.open(`${SCREEN}?q=dang&vohieuhoa=true&sort=oldest`);
    await eventually(() => drawnNames(page)).toEqual(['Đang bị cấm']);
    expect(await searchBox(page).inputValue()).toBe('dang');
    expect(await page.getByLabel('Vô hiệu hóa', { exact: true }).inputValue()).toBe('true');
    expect(await page.getByLabel('Sắp xếp').inputValue()).toBe('oldest');
  });

  test('passes over what is no filter', async ({ panel }) => {
    const page = await panel.open(`${SCREEN}?status=nonsense&sort=sideways&q=%20%20`);
    await rowOf(page, 'Lâu không vào').waitFor();
  });
});

describeInBrowser('a long user list', () => {
  const COUNT = 420;

  beforeEach<{ panel: Panel }>(async ({ panel }) => {
    await removeUsersExcept(panel.db, panel.system.admin.email);
    await createUsers(panel.db, COUNT, (index) => ({ username: `Bạn đọc ${String(index + 1).padStart(3, '0')}` }));
  });

  /** Scrolls on until the user is drawn. */
  async function scrollTo(page: Page, username: string): Promise<void> {
    await eventually(async () => {
      await scrollDown(page, 600);
      return rowOf(page, username).count();
    }).toBe(1);
  }

  test('reads on as one scrolls, draws only what is near, and ends', async ({ panel }) => {
    const page = await panel.open(SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    await page.getByText(`${COUNT + 1} người dùng`, { exact: true }).waitFor();
    const calls = callsOf(page);
    await scrollTo(page, 'Bạn đọc 001');
    expect(calls.filter((path) => path === LIST).length).toBeGreaterThanOrEqual(7);
    expect(await table(page).getByRole('row').count()).toBeLessThan(80);
    expect(Number(await table(page).getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(COUNT);
  });

  test('is where one left it after a look at a user', async ({ panel }) => {
    const page = await panel.open(SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    await scrollTo(page, 'Bạn đọc 250');
    const row = rowOf(page, 'Bạn đọc 250');
    await row.scrollIntoViewIfNeeded();
    await row.getByRole('link').click();
    await waitForScreen(page, 'Bạn đọc 250');
    await page.goBack();
    await waitForScreen(page, USERS_TITLE);
    await row.waitFor();
    await eventually(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await row.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(950);
  });

  test('says when it could not read on, and reads on at the next try', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.open(SCREEN);
    await rowOf(page, `Bạn đọc ${COUNT}`).waitFor();
    const mend = await spoil(page, LIST, { status: 500 });
    const retry = page.getByRole('button', { name: 'Thử lại' });
    await eventually(async () => {
      await scrollDown(page, 4_000);
      return retry.count();
    }).toBeGreaterThan(0);
    await mend();
    await retry.first().click();
    await scrollTo(page, 'Bạn đọc 200');
  });
});
