import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import {
  CHAT_SCREEN,
  composer,
  NO_CONVERSATION_CHOSEN,
  openChat,
  pane,
  replaceUsers,
  row,
  rows,
  searchBox,
} from './harness/chat-list.ts';
import { chatUrl, minutesAgo, unreadOf } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { shifted, watchShifts } from './harness/layout-shifts.ts';
import { hitsWhileScrolling } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, NARROW, type Panel, test } from './harness/test.ts';

const LIST_CALL = '/api/admin/online-users';

const namesOf = (page: Page) => rows(page).locator('bdi:first-child').allTextContents();

/** An app user whose socket is closed at the end of the test. */
async function appUser(panel: Panel, fields: Parameters<typeof createAppUser>[1]): Promise<AppUser> {
  const user = await createAppUser(panel, fields);
  panel.onFinished(() => user.go());
  return user;
}

test.describe('chat list', () => {
  test('shows all users, the last seen first, and search ignores diacritics', async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan', 'Trần Văn Minh', 'Đặng Hoa']);
    const page = await openChat(panel);
    await eventually(() => namesOf(page)).toEqual(['Nguyễn Thị Lan', 'Trần Văn Minh', 'Đặng Hoa']);
    await page.getByText(NO_CONVERSATION_CHOSEN).waitFor();
    await pane(page).getByText('0 người đang trực tuyến').waitFor();
    await row(page, 'Đặng Hoa').getByText('Không hoạt động').waitFor();
    await searchBox(page).fill('dang h');
    await eventually(() => namesOf(page)).toEqual(['Đặng Hoa']);
    await searchBox(page).fill('không ai cả');
    await page.getByText('Không tìm thấy người dùng phù hợp').waitFor();
    await searchBox(page).press('Escape');
    await eventually(() => namesOf(page)).toHaveLength(3);
  });

  test('runs one search per typed term, and none for blanks', async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await openChat(panel);
    await rows(page).nth(0).waitFor();
    const terms: unknown[] = [];
    page.on('request', (request) => {
      const body = new URL(request.url()).pathname === LIST_CALL ? (request.postDataJSON() as object) : {};
      if ('search' in body && body.search !== '') terms.push(body.search);
    });
    await searchBox(page).pressSequentially('Lan ', { delay: 20 });
    await eventually(() => terms).toEqual(['Lan']);
    await searchBox(page).fill('   ');
    await page.waitForTimeout(700);
    expect(terms).toEqual(['Lan']);
  });

  test('shows an error when it cannot be loaded, and loads on retry', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await panel.newPage();
    const mend = await spoil(page, LIST_CALL, { status: 500 });
    await page.goto(CHAT_SCREEN);
    await page.getByRole('alert').getByText('Không thể tải danh sách người dùng').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await row(page, 'Nguyễn Thị Lan').waitFor();
  });

  test('shows an error and no number when the online users cannot be loaded', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await panel.newPage();
    await page.routeWebSocket(/socket\.io/, () => {
      // No event may report who is online.
    });
    await page.route(`**${LIST_CALL}`, (route) =>
      route.request().postData()?.includes('search')
        ? route.continue()
        : route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    );
    await page.goto(CHAT_SCREEN);
    await row(page, 'Nguyễn Thị Lan').waitFor();
    await pane(page).getByRole('status').getByText('Không rõ ai đang trực tuyến').waitFor();
    expect(await pane(page).getByText('0 người đang trực tuyến').count()).toBe(0);
  });

  test('says that the number of online users may be too low while the server cannot ask the others', async ({
    panel,
  }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await panel.newPage({ viewport: NARROW });
    await page.route(`**${LIST_CALL}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      Object.assign(body.data.statistics, { isPartial: true });
      await route.fulfill({ response, json: body });
    });
    await page.goto(CHAT_SCREEN);
    const status = pane(page).getByRole('status');
    await status.getByText('0 người đang trực tuyến').waitFor();
    await status.getByText('Số người trực tuyến có thể chưa đủ').waitFor();
  });

  test('without a loaded list, events report nobody online: no number is shown', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await panel.newPage();
    await page.route(`**${LIST_CALL}`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    );
    await page.goto(CHAT_SCREEN);
    await page.getByRole('alert').getByText('Không thể tải danh sách người dùng').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await pane(page).getByText('người đang trực tuyến').count()).toBe(0);
  });

  test('refetches the list and the online users every 30 s', async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const page = await panel.newPage();
    await page.clock.install();
    await page.goto(CHAT_SCREEN);
    await rows(page).nth(0).waitFor();
    await page.waitForLoadState('networkidle');
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === LIST_CALL) bodies.push(request.postDataJSON());
    });
    await createUser(panel.db, { username: 'Mới đăng ký', last_seen_at: new Date() });
    await page.clock.fastForward(31_000);
    await row(page, 'Mới đăng ký').waitFor();
    expect(bodies).toContainEqual(expect.objectContaining({ search: '' }));
    expect(bodies).toContainEqual({});
  });

  test('scrolled far down a long list: the refetch every 30 s loads its beginning and the visible part in four calls', async ({
    panel,
  }) => {
    const names = Array.from({ length: 270 }, (_, index) => `Người ${String(index).padStart(3, '0')}`);
    const users = await replaceUsers(panel, names);
    const page = await panel.newPage();
    await page.clock.install();
    await page.goto(CHAT_SCREEN);
    await row(page, 'Người 000').waitFor();
    const list = pane(page).locator('ul').locator('..');
    const showRow = (name: string, top: number) =>
      eventually(async () => {
        await list.evaluate((element, to) => element.scrollTo(0, to), top);
        return row(page, name).count();
      }).toBe(1);
    await showRow('Người 269', 1e6);
    await page.waitForLoadState('networkidle');
    const cursors: unknown[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== LIST_CALL) return;
      const body: { search?: string; cursor?: string } = request.postDataJSON();
      if (body.search !== undefined) cursors.push(body.cursor);
    });
    await createUser(panel.db, { username: 'Mới đăng ký', last_seen_at: new Date() });
    const unread = { user_id: users[268]?.id ?? '', unread_count: 7, last_seq: 0 };
    await panel.db.insertInto('conversations').values(unread).execute();
    await page.clock.fastForward(31_000);
    await row(page, 'Người 268').getByText('7 tin nhắn chưa đọc').waitFor();
    await page.waitForLoadState('networkidle');
    // Each refetch begins with the first page; a user who connects or disconnects may cause another.
    const refreshes = cursors.filter((cursor) => cursor === undefined).length;
    expect(refreshes).toBeGreaterThan(0);
    expect(cursors.length).toBeLessThanOrEqual(4 * refreshes);
    // The first row is the tab stop, and therefore rendered also where the list is scrolled far from it.
    await eventually(async () => {
      await list.evaluate((element) => element.scrollTo(0, 0));
      return (await namesOf(page)).slice(0, 2);
    }).toEqual(['Mới đăng ký', 'Người 000']);
  });

  test('loads more on scroll, and all of it is reachable by keyboard', BY_KEYBOARD, async ({ panel }) => {
    const names = Array.from({ length: 120 }, (_, index) => `Người ${String(index).padStart(3, '0')}`);
    await replaceUsers(panel, names);
    const page = await openChat(panel);
    await row(page, 'Người 000').waitFor();
    const list = pane(page).locator('ul').locator('..');
    expect(await hitsWhileScrolling(list, '[data-chat-user]')).not.toContain(false);
    await row(page, 'Người 000').focus();
    await page.keyboard.press('End');
    await eventually(async () => {
      await page.keyboard.press('End');
      return row(page, 'Người 119').count();
    }).toBe(1);
    expect(await rows(page).count()).toBeLessThan(60);
    await page.keyboard.press('ArrowUp');
    await expect(row(page, 'Người 118')).toBeFocused();
  });
});

test.describe('chat list: live changes', () => {
  test('shows users who connect and disconnect, online users first', async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan', 'Trần Văn Minh']);
    const hoa = await appUser(panel, { username: 'Đặng Hoa', last_seen_at: minutesAgo(9_999) });
    const page = await openChat(panel);
    await eventually(() => namesOf(page)).toEqual(['Nguyễn Thị Lan', 'Trần Văn Minh', 'Đặng Hoa']);
    await hoa.come();
    await eventually(() => namesOf(page)).toEqual(['Đặng Hoa', 'Nguyễn Thị Lan', 'Trần Văn Minh']);
    await row(page, 'Đặng Hoa').getByText('Đang hoạt động').waitFor();
    await pane(page).getByText('1 người đang trực tuyến').waitFor();
    await row(page, 'Nguyễn Thị Lan').getByText('Không hoạt động').waitFor();
    hoa.go();
    await row(page, 'Đặng Hoa').getByText('Không hoạt động').waitFor();
    await pane(page).getByText('0 người đang trực tuyến').waitFor();
    // The last one seen.
    expect(await namesOf(page)).toEqual(['Đặng Hoa', 'Nguyễn Thị Lan', 'Trần Văn Minh']);
  });

  test('counts unread messages, and shows the newest message and the typing indicator', async ({ panel }) => {
    await replaceUsers(panel, ['Nguyễn Thị Lan']);
    const hoa = await appUser(panel, { username: 'Đặng Hoa' });
    await hoa.come();
    await hoa.write('Tin có từ trước');
    const page = await openChat(panel);
    await row(page, 'Đặng Hoa').getByText('1 tin nhắn chưa đọc').waitFor();
    await row(page, 'Đặng Hoa').getByText('Tin có từ trước').waitFor();
    await hoa.write('Tôi cần <b>giúp</b>');
    await row(page, 'Đặng Hoa').getByText('2 tin nhắn chưa đọc').waitFor();
    await row(page, 'Đặng Hoa').getByText('Tôi cần <b>giúp</b>').waitFor();
    await hoa.emit('user_typing');
    await row(page, 'Đặng Hoa').getByText('Đang nhập tin nhắn...').waitFor();
    await hoa.emit('user_stop_typing');
    await row(page, 'Đặng Hoa').getByText('Tôi cần <b>giúp</b>').waitFor();
    await panel.db.updateTable('conversations').set({ unread_count: 120 }).where('user_id', '=', hoa.id).execute();
    await page.reload();
    await row(page, 'Đặng Hoa').getByText('99+').waitFor();
    await row(page, 'Đặng Hoa').click();
    await eventually(() => unreadOf(panel, hoa)).toBe(0);
    await page.goBack();
    await page.getByText(NO_CONVERSATION_CHOSEN).waitFor();
    await expect(row(page, 'Đặng Hoa').getByText('chưa đọc')).toHaveCount(0);
  });
});

test.describe('chat screen', () => {
  test('does not shift while it loads, and the page itself does not scroll', async ({ panel }) => {
    const names = Array.from({ length: 40 }, (_, index) => `Người ${index}`);
    const [first] = await replaceUsers(panel, names);
    const page = await panel.newPage();
    await watchShifts(page);
    await spoil(page, LIST_CALL, { delayMs: 500 });
    await page.goto(chatUrl({ id: first?.id ?? '' }));
    await composer(page).waitFor();
    await row(page, 'Người 5').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await shifted(page)).toBeLessThan(0.01);
    const { scrollHeight, clientHeight } = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return { scrollHeight, clientHeight };
    });
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
  });
});
