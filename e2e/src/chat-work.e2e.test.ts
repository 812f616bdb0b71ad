import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { addWaiting, openedId, openList, pane, row, rows, shownIds } from './harness/chat-list.ts';
import { minutesAgo, openConversation, send } from './harness/conversation.ts';
import { countActions } from './harness/counted-actions.ts';
import { createUser, createUsers, uniqueName } from './harness/data.ts';
import { DASHBOARD_TITLE, release, urlOf, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const WAITING = '/admin/chat?filter=waiting&sort=waiting';
/** Time between aiming and pressing. */
const AIM_MS = 300;

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
});

test.describe('chat list view', () => {
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
});
