import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { breakable, RECONNECTED } from './harness/breakable-socket.ts';
import { action, addWaiting, openedId, openList, pane, row, rows, shownIds } from './harness/chat-list.ts';
import { box, minutesAgo, openConversation, send, storeConversation } from './harness/conversation.ts';
import { countActions } from './harness/counted-actions.ts';
import { createUser, createUsers, uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { DASHBOARD_TITLE, release, urlOf, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const WAITING = '/admin/chat?filter=waiting&sort=waiting';
/** Time between aiming and pressing. */
const AIM_MS = 300;

const filter = (page: Page, name: RegExp) => pane(page).getByRole('radio', { name });

/** App users who write one after the other until the end of the test. */
async function startTraffic(panel: Panel, count: number): Promise<AppUser[]> {
  const people: AppUser[] = [];
  for (let n = 0; n < count; n += 1) people.push(await createAppUser(panel, { username: `Người viết ${n}` }));
  let isEnded = false;
  panel.onFinished(() => {
    isEnded = true;
    for (const person of people) person.go();
  });
  for (const person of people) await person.come();
  const traffic = (async () => {
    for (let n = 0; !isEnded; n += 1) {
      await people[n % count]?.write(`Tin ${n}`);
      await delay(40);
    }
  })();
  traffic.catch(() => {
    // A finished test has already closed the apps.
  });
  return people;
}

test.describe('chat list: waiting users', () => {
  test('the longest waiting user is first, without another action after the link of the dashboard', async ({
    panel,
  }) => {
    await addWaiting(panel, 'Chờ vừa', 20);
    await addWaiting(panel, 'Chờ lâu nhất', 90);
    await addWaiting(panel, 'Chờ mới', 3);
    await createUser(panel.db, { username: 'Không chờ', last_seen_at: new Date() });
    const page = await panel.open('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    await page.getByRole('link', { name: /^Hội thoại chờ trả lời/ }).click();
    await eventually(() => urlOf(page)).toBe(WAITING);
    const actions = countActions(page);
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('Chờ lâu nhất');
    await expect(rows(page).first()).toContainText('chờ 1 giờ');
    await expect(rows(page).nth(1)).toContainText('chờ 20 phút');
    await expect(rows(page).nth(2)).toContainText('Cần giúp');
    expect(actions.count()).toBe(0);
  });

  test('ten are answered in 20 actions while others write, and no wrong one is opened', async ({ panel }) => {
    const waiting: string[] = [];
    for (let n = 0; n < 10; n += 1) waiting.push((await addWaiting(panel, `Hỏi ${n}`, 100 - n)).id);
    const page = await openList(await panel.newPage(), WAITING);
    await expect(rows(page)).toHaveCount(10);
    const writers = await startTraffic(panel, 8);
    await expect(pane(page).getByRole('link', { name: 'Người viết 7' })).toHaveCount(1);
    const actions = countActions(page);
    const wrong: string[] = [];
    for (const [n, id] of waiting.entries()) {
      const aimed = rows(page)
        .filter({ hasText: /chờ \d/ })
        .first();
      expect(await aimed.getAttribute('data-chat-user')).toBe(id);
      const area = await aimed.boundingBox();
      if (!area) throw new Error('the row is not shown');
      const point = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
      await page.mouse.move(point.x, point.y);
      await page.waitForTimeout(AIM_MS);
      await actions.clickAt(point);
      await eventually(() => openedId(page)).not.toBe(n === 0 ? null : (waiting[n - 1] ?? null));
      if (openedId(page) !== id) wrong.push(`${id} → ${openedId(page)}`);
      const text = page.getByRole('textbox', { name: `Tin nhắn gửi Hỏi ${n}` });
      await expect(text).toBeFocused();
      await page.keyboard.insertText(`Trả lời ${n}`);
      await actions.press('Enter');
      await expect(row(page, `Hỏi ${n}`).getByText(/^chờ /)).toHaveCount(0);
    }
    expect(wrong).toEqual([]);
    expect(actions.count()).toBe(20);
    const answers = await panel.db
      .selectFrom('messages')
      .select('user_id')
      .where('is_from_admin', '=', true)
      .orderBy('created_at')
      .execute();
    expect(answers.map(({ user_id }) => user_id)).toEqual(waiting);
    await release(page);
    await eventually(async () => new Set(await shownIds(page))).toEqual(new Set(writers.map(({ id }) => id)));
  });

  test('the list keeps its order under the pointer and the focus, and applies the new one after a click on the pill', async ({
    panel,
  }) => {
    const [first, second, third] = [
      await addWaiting(panel, 'Chờ một', 30),
      await addWaiting(panel, 'Chờ hai', 20),
      await addWaiting(panel, 'Chờ ba', 10),
    ];
    const page = await openList(await panel.newPage(), WAITING);
    await expect(rows(page)).toHaveCount(3);
    const other = await openConversation(await newPageOfOther(panel, uniqueName('Lan')), first);
    const pill = pane(page).getByRole('button', { name: 'Có tin mới' });
    await row(page, 'Chờ hai').hover();
    await send(other, first, 'Em đây');
    await row(page, 'Chờ một').getByText('Em đây').waitFor();
    await expect(row(page, 'Chờ một').getByText(/^chờ /)).toHaveCount(0);
    expect(await shownIds(page)).toEqual([first.id, second.id, third.id]);
    await pill.click();
    await eventually(() => shownIds(page)).toEqual([second.id, third.id]);
    await release(page);

    await page.getByLabel('Tìm kiếm người dùng').focus();
    await page.keyboard.press('Tab');
    await expect(row(page, 'Chờ hai')).toBeFocused();
    await openConversation(other, second);
    await send(other, second, 'Em đây nữa');
    await pill.waitFor();
    expect(await shownIds(page)).toEqual([second.id, third.id]);
    await page.keyboard.press('Shift+Tab');
    await expect(pill).toBeFocused();
    await page.keyboard.press('Enter');
    await eventually(() => shownIds(page)).toEqual([third.id]);
  });
});

test.describe('chat list view', () => {
  test('filters and order are in the URL, with live counts', async ({ panel }) => {
    const waits = await addWaiting(panel, 'Đang chờ', 5);
    const answered = await createUser(panel.db, { username: 'Đã trả lời', last_seen_at: minutesAgo(1) });
    await storeConversation(panel, answered, [{ text: 'Vâng', at: minutesAgo(4), isFromAdmin: true }]);
    await createUser(panel.db, { username: 'Chưa viết', last_seen_at: new Date() });
    const page = await openList(await panel.newPage(), '/admin/chat');
    await expect(rows(page)).toHaveCount(3);
    await filter(page, /^Chờ trả lời 1$/).click();
    await eventually(() => urlOf(page)).toBe('/admin/chat?filter=waiting');
    await expect(rows(page)).toHaveCount(1);
    await filter(page, /^Đang mở 1$/).click();
    await eventually(() => shownIds(page)).toEqual([answered.id]);
    await rows(page).click();
    await eventually(() => urlOf(page)).toBe(`/admin/chat?filter=open&userId=${answered.id}`);
    await action(page, 'Đã xong').click();
    await filter(page, /^Đã xong 1$/).waitFor();
    await filter(page, /^Đã xong 1$/).click();
    await eventually(() => urlOf(page)).toBe(`/admin/chat?filter=resolved&userId=${answered.id}`);
    await page.reload();
    await eventually(() => shownIds(page)).toEqual([answered.id]);
    await filter(page, /^Tất cả 3$/).click();
    await page.getByRole('button', { name: 'Sắp xếp: Mới hoạt động' }).click();
    await page.getByRole('menuitemradio', { name: 'Chờ lâu nhất' }).click();
    await eventually(() => urlOf(page)).toBe(`/admin/chat?sort=waiting&userId=${answered.id}`);
    await release(page);
    await eventually(async () => (await shownIds(page))[0]).toBe(waits.id);
    await filter(page, /^Đang mở 0$/).click();
    await page.getByText('Không có người dùng nào').waitFor();
  });

  test('thirteen rows fit into a window 900 px high, with the last text, its time and its author', async ({
    panel,
  }) => {
    await createUsers(panel.db, 20, (index) => ({ username: `Người ${index}`, last_seen_at: minutesAgo(10 + index) }));
    const lan = await createUser(panel.db, { username: 'Lan Anh', last_seen_at: new Date() });
    const page = await openList(await panel.newPage(), '/admin/chat');
    await expect(rows(page).nth(13)).toBeVisible();
    for (let n = 0; n < 13; n += 1) await expect(rows(page).nth(n)).toBeInViewport({ ratio: 1 });
    const herName = uniqueName('Quản trị Mai');
    const other = await openConversation(await newPageOfOther(panel, herName), lan);
    await send(other, lan, 'Chào chị');
    await expect(row(page, 'Lan Anh')).toContainText(`${herName}: Chào chị`);
    await expect(row(page, 'Lan Anh')).toContainText(/\d\d:\d\d/);
    await expect(row(other, 'Lan Anh')).toContainText(`${herName}: Chào chị`);
  });

  test('a row of a user with an unsent text says so', async ({ panel }) => {
    const lan = await createUser(panel.db, { username: 'Lan Anh', last_seen_at: new Date() });
    const minh = await createUser(panel.db, { username: 'Minh', last_seen_at: minutesAgo(5) });
    const page = await openConversation(await panel.newPage(), lan);
    await box(page, lan).fill('Chào chị, em');
    expect(await row(page, 'Lan Anh').getByText('Bản nháp').count()).toBe(0);
    await row(page, 'Minh').click();
    await box(page, minh).waitFor();
    await row(page, 'Lan Anh').getByText('Bản nháp').waitFor();
    await page.reload();
    await row(page, 'Lan Anh').getByText('Bản nháp').waitFor();
    await row(page, 'Lan Anh').click();
    await box(page, lan).fill('');
    await row(page, 'Minh').click();
    await expect(row(page, 'Lan Anh').getByText('Bản nháp')).toHaveCount(0);
  });
});

test('chat list: while the connection is lost, nobody is shown as online or offline', async ({ panel }) => {
  const user = await createAppUser(panel, { username: uniqueName('Lê Hoa') });
  await user.come();
  panel.onFinished(() => user.go());
  const page = await panel.newPage();
  const connection = await breakable(page);
  await untilLive(page, () => openConversation(page, user));
  const head = page.getByRole('region', { name: 'Cuộc trò chuyện' }).locator('header');
  await head.getByText('Đang hoạt động').waitFor();
  await row(page, user.username).getByText('Đang hoạt động').waitFor();
  await connection.cut();
  await head.getByText('Không rõ').waitFor();
  await row(page, user.username).getByText('Không rõ').waitFor();
  connection.mend();
  await head.getByText('Đang hoạt động').waitFor(RECONNECTED);
});

test('chat list: messages that a search has found are first where no user matches', async ({ panel }) => {
  await addWaiting(panel, 'Nguyễn Hoa', 12, 'Em bị lừa chuyển khoản');
  const page = await openList(await panel.newPage(), '/admin/chat');
  await page.getByLabel('Tìm kiếm người dùng').fill('chuyen khoan');
  const found = pane(page).getByRole('region', { name: 'Tin nhắn' });
  await found.getByText('Em bị lừa chuyển khoản').waitFor();
  const nobody = pane(page).getByText('Không tìm thấy người dùng phù hợp');
  const [hits, note] = [await found.boundingBox(), await nobody.boundingBox()];
  expect(hits?.y).toBeLessThan(note?.y ?? 0);
});
