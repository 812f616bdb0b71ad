import { expect, type Page } from '@playwright/test';
import { insertSession } from '../../server/src/testing/factories.ts';
import { insertNotice } from '../../server/src/testing/moderation-factories.ts';
import { createAppUser } from './harness/app-user.ts';
import { APPEALS_SCREEN, callServer, objectWhileSuspended, punishUser, signInAsUser } from './harness/appeals.ts';
import { createPosts, createUser, ownAdmin, uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { fileReport, reportScreen } from './harness/report-detail.ts';
import { toast, urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const TITLE = 'Khiếu nại';
/** A letter waits fifteen seconds for an undo. */
const LETTER_TIMEOUT_MS = 40_000;
const TEXT = 'Tôi chỉ chia sẻ kinh nghiệm đi chợ, không bán gì cả.';
const table = (page: Page) => page.getByRole('grid', { name: 'Danh sách khiếu nại' });
const row = (page: Page, name: string) => table(page).locator('[data-row]').filter({ hasText: name });
const sheet = (page: Page) => page.getByRole('dialog', { name: TITLE });
const open = (page: Page, name: string) => row(page, name).getByRole('link').click();
const choice = (page: Page, name: string) => sheet(page).getByRole('radio', { name });
const note = (page: Page) => sheet(page).getByLabel('Ghi chú nội bộ');
const send = (page: Page) => sheet(page).getByRole('button', { name: 'Gửi kết luận' });

async function openScreen(page: Page, address = APPEALS_SCREEN): Promise<Page> {
  await page.goto(address);
  await waitForScreen(page, TITLE);
  return page;
}

/** A suspended user's appeal. */
async function objected(panel: Panel, options: Parameters<typeof punishUser>[1] = {}) {
  const punished = await punishUser(panel, options);
  return { ...punished, id: await objectWhileSuspended(panel, punished.user, TEXT) };
}

test.describe('appeals', () => {
  test('a suspended user appeals, an administrator overturns the decision, and the user signs in', async ({
    panel,
  }) => {
    const page = await openScreen(await panel.newPage());
    await page.getByText('Không có khiếu nại nào đang chờ').waitFor();
    // Comes up by itself.
    const { user, post, id } = await objected(panel);
    const own = row(page, user.username);
    for (const text of [TEXT, 'Spam và quảng cáo', 'Còn 47 giờ']) await own.getByText(text).waitFor();
    await open(page, user.username);
    expect(urlOf(page)).toBe(`${APPEALS_SCREEN}?id=${id}`);
    for (const text of [TEXT, 'Spam và quảng cáo (bản 1)', 'Đăng cùng một nội dung ba lần', '1 khiếu nại đang chờ']) {
      await sheet(page).getByText(text).first().waitFor();
    }
    await sheet(page).getByRole('link', { name: 'Xem báo cáo và bằng chứng' }).waitFor();
    const evidence = sheet(page).getByRole('region', { name: 'Bằng chứng' });
    await evidence.getByRole('heading', { name: 'Bằng chứng', level: 3 }).waitFor();
    await evidence.getByText('Bản lưu lúc').waitFor();
    await evidence.getByText(post.title).waitFor();
    await sheet(page).getByRole('region', { name: 'Thư đã gửi' }).waitFor();
    await expect(sheet(page).getByText('Chính bạn đã đưa ra quyết định này')).toHaveCount(0);
    await send(page).click();
    await sheet(page).getByText('Vui lòng chọn giữ nguyên hoặc hủy quyết định').waitFor();
    await choice(page, 'Hủy quyết định').check();
    await sheet(page).getByText('Bài viết được khôi phục').waitFor();
    await sheet(page).getByText(`Tài khoản ${user.username} được mở lại`).waitFor();
    await note(page).fill('Bài viết là kinh nghiệm cá nhân');
    await send(page).click();
    await toast(page, 'Đã hủy quyết định').getByText(post.title).waitFor();
    await expect(sheet(page)).toHaveCount(0);
    await page.getByText('Không có khiếu nại nào đang chờ').waitFor();
    expect((await signInAsUser(panel, user)).status).toBe(200);
    const { deleted_at } = await panel.db
      .selectFrom('posts')
      .select('deleted_at')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).toBeNull();

    await page.getByRole('tab', { name: 'Đã xử lý' }).click();
    await row(page, user.username).getByText('Đã hủy quyết định').waitFor();
    await open(page, user.username);
    await sheet(page).getByText('Bài viết là kinh nghiệm cá nhân').first().waitFor();
    await expect(send(page)).toHaveCount(0);
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
  });

  test('the app receives the letter of a decision at its socket, appeals, and receives the conclusion as another letter', async ({
    panel,
  }) => {
    const user = await createAppUser(panel, { username: uniqueName('Trần Văn Oan') });
    const received: Array<{ content: string; notice?: { _id: string; kind: string; canAppeal: boolean } }> = [];
    user.on('receive_message', (message) => received.push(message as (typeof received)[number]));
    await user.come();
    panel.onFinished(async () => user.go());
    const [post] = await createPosts(panel.db, user.id, 1, () => ({ title: 'Chợ nổi Cái Răng' }));
    const page = await panel.newPage();
    await page.goto(reportScreen(await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' })));
    await page.getByRole('button', { name: 'Xử lý', exact: true }).click();
    const decision = page.getByRole('dialog', { name: 'Ra quyết định' });
    await decision.getByRole('radio', { name: /^Spam và quảng cáo/ }).check();
    await decision.getByRole('button', { name: 'Quyết định', exact: true }).click();
    await toast(page, 'Đã quyết định: gỡ nội dung, cảnh cáo').waitFor();
    // It waits out the undo.
    await expect.poll(() => received, { timeout: LETTER_TIMEOUT_MS }).toHaveLength(1);
    const [letter] = received;
    expect(letter).toMatchObject({ notice: { kind: 'warn', canAppeal: true } });
    expect(letter?.content).toContain(`Chào ${user.username}`);
    expect(letter?.content).toContain('bài viết “Chợ nổi Cái Răng” (đã bị gỡ)');

    const token = await insertSession(panel.db, user.id);
    const body = { noticeId: letter?.notice?._id, text: TEXT };
    expect((await callServer(panel, '/api/users/appeals', body, token)).status).toBe(201);
    await openScreen(page);
    await open(page, user.username);
    await choice(page, 'Hủy quyết định').check();
    await send(page).click();
    await toast(page, 'Đã hủy quyết định').waitFor();
    await expect.poll(() => received, { timeout: LETTER_TIMEOUT_MS }).toHaveLength(2);
    expect(received[1]).toMatchObject({ notice: { kind: 'appeal_overturned', canAppeal: false } });
    expect(received[1]?.content).toContain('Quyết định trước không còn hiệu lực');
  });

  test("an administrator's own decision is marked, and a faster colleague is shown live", async ({ panel }) => {
    const { user, id, token } = await objected(panel, { adminId: (await ownAdmin(panel)).id });
    const page = await openScreen(await panel.newPage(), `${APPEALS_SCREEN}?id=${id}`);
    await sheet(page).getByText('Chính bạn đã đưa ra quyết định này').waitFor();
    await choice(page, 'Giữ nguyên').check();
    await note(page).fill('Chưa gửi');
    const { body } = await callServer(panel, `/api/admin/appeals/${id}`, {}, token);
    const { version } = body.data.subject;
    await callServer(panel, `/api/admin/appeals/${id}/decide`, { outcome: 'uphold', version }, token);
    await sheet(page).getByText('Đã giữ nguyên quyết định').waitFor();
    await expect(send(page)).toHaveCount(0);
    await sheet(page).getByRole('button', { name: 'Đóng' }).click();
    await expect(row(page, user.username)).toHaveCount(0);
  });

  test('show their assignee, are claimed by opening, and a colleague’s is decided only after a confirmation', async ({
    panel,
  }) => {
    const theirs = await objected(panel);
    const free = await objected(panel);
    const path = `/api/admin/subjects/Post/${theirs.post.id}/assign`;
    expect((await callServer(panel, path, { assigneeId: 'me' }, theirs.token)).status).toBe(200);
    const page = await openScreen(await panel.newPage());
    await row(page, theirs.user.username).getByText('Người phụ trách:').waitFor();
    const filter = page.getByLabel('Người phụ trách');
    await filter.selectOption('Chưa ai nhận');
    await expect(table(page).locator('[data-row]')).toHaveCount(1);
    await open(page, free.user.username);
    await sheet(page).getByRole('button', { name: 'Trả lại' }).waitFor();
    await page.keyboard.press('Escape');
    // Live, and the row stays.
    await row(page, free.user.username).getByText('Người phụ trách:').waitFor();
    await filter.selectOption('Của tôi');
    await expect(table(page).locator('[data-row]')).toHaveCount(1);
    expect(urlOf(page)).toBe(`${APPEALS_SCREEN}?assignee=me`);
    await row(page, free.user.username).waitFor();

    await filter.selectOption('Tất cả');
    await open(page, theirs.user.username);
    await sheet(page).getByRole('button', { name: 'Nhận thay' }).waitFor();
    await choice(page, 'Giữ nguyên').check();
    await send(page).click();
    await sheet(page).getByRole('alert').getByText('đang phụ trách đối tượng này').waitFor();
    await send(page).click();
    await toast(page, 'Đã giữ nguyên quyết định').waitFor();
  });

  test('after a conclusion the next unassigned one opens, if that is enabled', async ({ panel }) => {
    const [first, theirs, next, last] = [
      await objected(panel),
      await objected(panel),
      await objected(panel),
      await objected(panel),
    ];
    await callServer(panel, `/api/admin/subjects/Post/${theirs.post.id}/assign`, { assigneeId: 'me' }, theirs.token);
    const page = await openScreen(await panel.newPage());
    await open(page, first.user.username);
    const conclude = async () => {
      await choice(page, 'Giữ nguyên').check();
      await send(page).click();
    };
    await conclude();
    await page.waitForURL(`**${APPEALS_SCREEN}?id=${next.id}`);
    await sheet(page).getByText(next.post.title).first().waitFor();
    const opensNext = sheet(page).getByRole('checkbox', { name: 'Mở khiếu nại tiếp theo khi xử lý xong' });
    await opensNext.uncheck();
    await conclude();
    await expect(sheet(page)).toHaveCount(0);
    await open(page, last.user.username);
    await opensNext.check();
    await conclude();
    await toast(page, 'Hết khiếu nại chờ bạn xử lý').waitFor();
    await expect(sheet(page)).toHaveCount(0);
    await expect(table(page).locator('[data-row]')).toHaveCount(1);
  });

  test("an appeal to an administrator's own decision is reassigned by one click, and is not the next one", async ({
    panel,
  }) => {
    const own = await objected(panel, { adminId: (await ownAdmin(panel)).id });
    const next = await objected(panel);
    const page = await openScreen(await panel.newPage());
    await open(page, own.user.username);
    await sheet(page).getByRole('button', { name: 'Trả lại' }).waitFor();
    await sheet(page).getByRole('button', { name: 'Chuyển cho người khác' }).click();
    await toast(page, 'Đã để lại cho quản trị viên khác').waitFor();
    await page.waitForURL(`**${APPEALS_SCREEN}?id=${next.id}`);
    const { body } = await callServer(panel, `/api/admin/appeals/${own.id}`, {}, next.token);
    expect(body.data).toMatchObject({ appeal: { outcome: null }, subject: { assignee: null } });
    await choice(page, 'Giữ nguyên').check();
    await send(page).click();
    await toast(page, 'Hết khiếu nại chờ bạn xử lý').waitFor();
    await expect(sheet(page)).toHaveCount(0);
    await row(page, own.user.username).waitFor();
  });

  test('all pending ones against one decision are answered at once, on request', async ({ panel }) => {
    const { user, decisionId, id } = await objected(panel);
    const other = await createUser(panel.db);
    const { id: noticeId } = await insertNotice(panel.db, { userId: other.id, decisionId });
    const token = await insertSession(panel.db, other.id);
    expect((await callServer(panel, '/api/users/appeals', { noticeId, text: TEXT }, token)).status).toBe(201);
    const page = await openScreen(await panel.newPage());
    await open(page, user.username);
    const all = sheet(page).getByRole('checkbox', { name: 'Trả lời cả 1 khiếu nại khác về quyết định này' });
    await choice(page, 'Hủy quyết định').check();
    await sheet(page).getByText('1 khiếu nại khác về quyết định này cũng được chấp nhận').waitFor();
    await expect(all).toHaveCount(0);
    await choice(page, 'Giữ nguyên').check();
    await all.check();
    await send(page).click();
    await toast(page, 'Hết khiếu nại chờ bạn xử lý').waitFor();
    const rows = panel.db.selectFrom('appeals').select(['id', 'outcome']).where('decision_id', '=', decisionId);
    const found = await rows.execute();
    expect(found.map(({ outcome }) => outcome)).toEqual(['upheld', 'upheld']);
    expect(found.map((appeal) => appeal.id)).toContain(id);
  });

  test('a subject that changed meanwhile is shown, and the entered text is kept', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const { user, post, token } = await objected(panel);
    const page = await openScreen(await panel.newPage());
    await open(page, user.username);
    await choice(page, 'Giữ nguyên').check();
    await note(page).fill('Đã xem hai lần');
    await callServer(panel, `/api/admin/users/${user.id}/enable`, {}, token);
    const { body } = await callServer(panel, `/api/admin/subjects/Post/${post.id}`, {}, token);
    const decision = {
      subject: { itemType: 'Post', itemId: post.id },
      outcome: 'violation',
      policy: 'scam',
      actions: ['warn'],
      version: body.data.version,
    };
    await callServer(panel, '/api/admin/decisions', decision, token);
    await send(page).click();
    await sheet(page).getByText('Đối tượng vừa thay đổi trong lúc bạn xem').waitFor();
    await expect(choice(page, 'Giữ nguyên')).toBeChecked();
    await expect(note(page)).toHaveValue('Đã xem hai lần');
    await page.keyboard.press('Escape');
    await open(page, user.username);
    await expect(note(page)).toHaveValue('Đã xem hai lần');
    await choice(page, 'Giữ nguyên').check();
    await send(page).click();
    await toast(page, 'Đã giữ nguyên quyết định').waitFor();
    expect((await signInAsUser(panel, user)).status).toBe(200);
  });

  test('can be opened and decided by keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    const { user } = await objected(panel);
    const page = await openScreen(await panel.newPage());
    await row(page, user.username).waitFor();
    await page.getByRole('tab', { name: 'Đang chờ' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Người phụ trách')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(row(page, user.username)).toBeFocused();
    await page.keyboard.press('Enter');
    await sheet(page).waitFor();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(row(page, user.username)).toBeFocused();
    await page.keyboard.press('Enter');
    await choice(page, 'Giữ nguyên').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(choice(page, 'Hủy quyết định')).toBeChecked();
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Đã hủy quyết định').waitFor();
    await expect(sheet(page)).toHaveCount(0);
    const isOnPage = () => page.evaluate(() => document.activeElement !== null);
    await eventually(isOnPage).toBe(true);
  });
});
