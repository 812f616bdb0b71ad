import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { bubble, log, minutesAgo, storeConversation } from './harness/conversation.ts';
import { createPosts, createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  CASES_CALL,
  createReports,
  openListening,
  REPORTS_CALL,
  REPORTS_SCREEN,
  receivesOthers,
  reportRow,
} from './harness/report-list.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';
import { callsOf, rowOf, USERS_SCREEN } from './harness/user-table.ts';

const NAME = 'Nguyễn Thị Mai';
const DETAIL = /^\/api\/admin\/users\/detail\//;
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

  test('on keyboard focus fetches its page', async ({ panel }) => {
    const page = await panel.newPage();
    const { user, calls } = await openUsers(panel, page);
    await linkOf(page, NAME).focus();
    await eventually(() => about(calls, user.id).sort()).toEqual(callsFor(user));
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

  test('fetches nothing when the pointer only passes', async ({ panel }) => {
    const page = await panel.newPage();
    const { user, calls } = await openUsers(panel, page);
    await linkOf(page, NAME).evaluate((link) => {
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await sleep(RESTED_MS);
    expect(about(calls, user.id)).toEqual([]);
  });

  test('waits for the pending calls of the same screen', async ({ panel }) => {
    const page = await panel.newPage();
    const other = await createUser(panel.db, { username: 'Trần Văn Minh' });
    const { user, calls } = await openUsers(panel, page);
    const held = Promise.withResolvers<void>();
    await page.route(new RegExp(`/detail/${user.id}$`), async (route) => {
      await held.promise;
      await route.continue();
    });
    await linkOf(page, NAME).hover();
    await eventually(() => about(calls, `detail/${user.id}`).length).toBe(1);
    await linkOf(page, other.username).hover();
    await sleep(RESTED_MS);
    expect(about(calls, other.id)).toEqual([]);
    held.resolve();
    await eventually(() => about(calls, `detail/${other.id}`).length).toBe(1);
  });

  test('does nothing for an invalid URL', async ({ panel }) => {
    const page = await panel.newPage();
    const { user, calls } = await openUsers(panel, page);
    await linkOf(page, NAME).evaluate((link) => link.setAttribute('href', '/admin/users/%ZZ'));
    await linkOf(page, NAME).hover();
    await eventually(() => about(calls, 'user-detail-screen').length).toBe(1);
    await sleep(RESTED_MS);
    expect(about(calls, '%ZZ')).toEqual([]);
    expect(about(calls, user.id)).toEqual([]);
  });

  test('shows no error when it fails; the screen fetches again', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.newPage();
    const { user, calls } = await openUsers(panel, page);
    const mend = await spoil(page, DETAIL, { status: 500 });
    await linkOf(page, NAME).hover();
    await eventually(() => about(calls, `detail/${user.id}`).length).toBe(1);
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('alert').count()).toBe(0);
    await mend();
    await linkOf(page, NAME).click();
    await waitForScreen(page, NAME);
    expect(about(calls, `detail/${user.id}`).length).toBe(2);
  });

  test('in the navigation fetches a list’s first page', async ({ panel }) => {
    await createReports(panel, 3);
    const page = await panel.newPage();
    await openUsers(panel, page);
    let lists = 0;
    page.on('request', (request) => {
      const isList = [REPORTS_CALL, CASES_CALL].includes(new URL(request.url()).pathname);
      // One second after the socket has joined, the filter counts are fetched, with one row.
      if (isList && request.postDataJSON()?.limit !== 1) lists += 1;
    });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Báo cáo' });
    await link.hover();
    await eventually(() => lists).toBe(1);
    await page.waitForLoadState('networkidle');
    await link.click();
    await reportRow(page, 'Người báo 01').waitFor();
    expect(lists).toBe(1);
  });

  test('to a report fetches the report, wherever in its row the pointer is', async ({ panel }) => {
    const [report] = await createReports(panel, 1);
    const page = await openListening(panel, REPORTS_SCREEN);
    await reportRow(page, 'Người báo 01').waitFor();
    const calls = callsOf(page);
    await reportRow(page, 'Người báo 01').getByRole('checkbox').hover();
    await eventually(() => about(calls, `detail/${report?.id}`).length).toBe(1);
    await reportRow(page, 'Người báo 01').getByRole('link').click();
    await page.getByText('Đăng đi đăng lại một quảng cáo').waitFor();
    expect(about(calls, `detail/${report?.id}`)).toHaveLength(1);
  });

  test('to a report fetches nothing while the report is being deleted from the list', async ({ panel }) => {
    await createReports(panel, 1);
    const page = await panel.open(REPORTS_SCREEN);
    const row = reportRow(page, 'Người báo 01');
    await row.getByRole('checkbox').check();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/reports/admin/**', async (route) => {
      if (route.request().method() === 'DELETE') await held.promise;
      await route.continue();
    });
    const calls = callsOf(page);
    const bar = page.getByRole('region', { name: 'Báo cáo đã chọn' });
    await bar.getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /^Xóa/ }).click();
    await bar.getByRole('progressbar').waitFor();
    await row.hover();
    await sleep(RESTED_MS);
    expect(about(calls, '/detail/')).toEqual([]);
    held.resolve();
    await row.waitFor({ state: 'detached' });
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
