import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { bubble, log, minutesAgo, storeConversation } from './harness/conversation.ts';
import { createPosts, createUser } from './harness/data.ts';
import { spoil } from './harness/guarded-page.ts';
import { openListening, receivesOthers } from './harness/report-list.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';
import { callsOf, rowOf, USERS_SCREEN } from './harness/user-table.ts';

const NAME = 'Nguyễn Thị Mai';
/** Longer than the hover delay of a prefetch. */
const RESTED_MS = 400;

const linkOf = (page: Page, name: string) => rowOf(page, name).getByRole('link');
const about = (calls: readonly string[], part: string) => calls.filter((path) => path.includes(part));

async function openUsers(panel: Panel, page: Page) {
  const user = await createUser(panel.db, { username: NAME });
  await createPosts(panel.db, user.id, 1);
  // A socket that connects late makes the panel refetch what is loaded.
  const joined = receivesOthers(page);
  await page.goto(USERS_SCREEN);
  await linkOf(page, NAME).waitFor();
  await joined;
  return { user, calls: callsOf(page) };
}

/** All calls of a user's page. */
const callsFor = ({ id }: { id: string }) => [
  `/api/admin/subjects/User/${id}/notes/list`,
  `/api/admin/users/${id}/posts`,
  `/api/admin/users/${id}/record`,
  `/api/admin/users/${id}/removed`,
  `/api/admin/users/${id}/travel`,
  `/api/admin/users/detail/${id}`,
];

test.describe('link prefetch', () => {
  test('on hover fetches its page, and the click fetches nothing more', async ({ panel }) => {
    const page = await panel.newPage();
    const { user, calls } = await openUsers(panel, page);
    await linkOf(page, NAME).hover();
    await eventually(() => about(calls, user.id).sort()).toEqual(callsFor(user));
    await eventually(() => about(calls, 'user-detail-screen').length).toBe(1);
    await page.waitForLoadState('networkidle');
    expect(urlOf(page)).toBe(USERS_SCREEN);
    await linkOf(page, NAME).click();
    await waitForScreen(page, NAME);
    await page.getByText('Bài viết số 1').waitFor();
    await sleep(RESTED_MS);
    expect(about(calls, user.id).sort()).toEqual(callsFor(user));
  });

  test('on touch fetches its page, 390 px wide', async ({ panel }) => {
    const page = await panel.newPage({ viewport: { width: 390, height: 844 } });
    const { user, calls } = await openUsers(panel, page);
    const box = await linkOf(page, NAME).boundingBox();
    if (!box) throw new Error('the link is not on the screen');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] });
    await eventually(() => about(calls, user.id).sort()).toEqual(callsFor(user));
    await browser.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
    await linkOf(page, NAME).click();
    await waitForScreen(page, NAME);
    expect(about(calls, user.id).sort()).toEqual(callsFor(user));
  });

  test('to a conversation fetches its newest messages, which are then shown at once', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME });
    await storeConversation(panel, user, [{ text: 'Xin chào', at: minutesAgo(5) }]);
    const page = await openListening(panel, '/admin/chat');
    const link = page.getByRole('region', { name: 'Danh sách người dùng' }).getByRole('link', { name: NAME });
    const calls = callsOf(page);
    await link.hover();
    await eventually(() => about(calls, `/api/admin/chat/${user.id}`).length).toBe(1);
    await page.waitForLoadState('networkidle');
    await spoil(page, `/api/admin/chat/${user.id}`, { delayMs: 30_000 });
    await link.click();
    await log(page, user).waitFor();
    await bubble(page, user, 'Xin chào').waitFor();
  });
});
