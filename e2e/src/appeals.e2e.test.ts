import { expect, type Page } from '@playwright/test';
import { insertSession } from '../../server/src/testing/factories.ts';
import { createAppUser } from './harness/app-user.ts';
import { APPEALS_SCREEN, callServer, objectWhileSuspended, punishUser, signInAsUser } from './harness/appeals.ts';
import { createPosts, ownAdmin, uniqueName } from './harness/data.ts';
import { decide } from './harness/decision-sheet.ts';
import { fileReport, reportScreen } from './harness/report-detail.ts';
import { toast, urlOf, waitForScreen } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

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
    await page.getByRole('button', { name: 'Vi phạm…', exact: true }).click();
    const decision = page.getByRole('dialog', { name: 'Ra quyết định' });
    await decision.getByRole('radio', { name: /^Spam và quảng cáo/ }).check();
    await decide(page);
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
});
