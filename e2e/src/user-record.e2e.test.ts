import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { decideByOther } from './harness/decisions.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { createSubjects, fileReport, historyOf, reportScreen, section } from './harness/report-detail.ts';
import { toast } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, type Panel, SIZES, test } from './harness/test.ts';
import { rowOf, USERS_SCREEN, userTable } from './harness/user-table.ts';

const RECORD_CALL = /^\/api\/admin\/users\/[^/]+\/record$/;
const DATE = String.raw`\d\d/\d\d/\d{4}`;
const SPAM = 'Vi phạm: Spam và quảng cáo';
const record = (page: Page) => section(page, 'Hồ sơ vi phạm');
const line = (page: Page, term: string) =>
  record(page).locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]');
const decisions = (page: Page) => record(page).getByRole('list', { name: 'Quyết định' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Hủy quyết định' });
const reason = (page: Page) => dialog(page).getByLabel('Lý do');
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Hủy quyết định', exact: true });
const undoButtons = (page: Page) => page.getByRole('button', { name: /^Hủy quyết định: / });
const screenOf = ({ id }: { id: string }) => `/admin/users/${id}`;

/** An author whose post was taken down, and who was suspended for it. */
async function punish(panel: Panel) {
  const { author, post } = await createSubjects(panel);
  const reportId = await fileReport(panel, { itemType: 'Post', itemId: post.id });
  const decided = await decideByOther(
    panel,
    { itemType: 'Post', itemId: post.id },
    { outcome: 'violation', policy: 'spam', actions: ['takedown', 'suspend'], suspendDays: 3 },
  );
  return { author, post, reportId, ...decided };
}

test.describe('user page: record', () => {
  test('of a user without any event says so, and leads to the reports', async ({ panel }) => {
    const user = await createUser(panel.db);
    const page = await panel.open(screenOf(user));
    await expect(line(page, 'Điểm vi phạm')).toHaveText('Không có điểm trong hạn');
    await expect(line(page, 'Khiếu nại')).toHaveText('Chưa có khiếu nại nào được giải quyết');
    await expect(line(page, 'Báo cáo về người dùng này')).toHaveText('Chưa có báo cáo nào');
    await record(page).getByText('Chưa có quyết định nào').waitFor();
    await record(page).getByRole('link', { name: 'Báo cáo do người dùng này gửi' }).click();
    await page.waitForURL(`**/admin/reports?by=${user.id}`);
  });

  test('has points, reports and decisions; a decision is undone with a reason, and all values are updated at once', async ({
    panel,
  }) => {
    const { author, post, by } = await punish(panel);
    const page = await panel.open(screenOf(author));
    await expect(line(page, 'Điểm vi phạm')).toHaveText(new RegExp(`^1 điểm, hết hạn từ ${DATE}$`));
    await expect(line(page, 'Báo cáo về người dùng này')).toHaveText('0 đang mở trong 1 báo cáo');
    await page.getByText(/^Tạm khóa đến /).waitFor();
    await record(page).getByRole('button', { name: 'Xem 1 quyết định' }).click();
    await expect(decisions(page)).toHaveText(
      new RegExp(`^${SPAM}Bài viết “Bán tour giá rẻ”Gỡ nội dung · Tạm khóa đến .+ · 1 điểm, hết hạn ${DATE}${by} · `),
    );

    await undoButtons(page).click();
    await dialog(page).getByText(`${SPAM} (Bài viết “Bán tour giá rẻ”)`).waitFor();
    await confirm(page).click();
    await dialog(page).getByText('Vui lòng nhập lý do hủy quyết định').waitFor();
    await expect(reason(page)).toBeFocused();
    await reason(page).fill('Nhầm bài viết');
    await confirm(page).click();
    await toast(page, 'Đã hủy quyết định').getByText('Bán tour giá rẻ').waitFor();

    await decisions(page).getByText('Đã hủy', { exact: true }).waitFor();
    await decisions(page).getByText('Nhầm bài viết').waitFor();
    await expect(undoButtons(page)).toHaveCount(0);
    await expect(line(page, 'Điểm vi phạm')).toHaveText('Không có điểm trong hạn');
    await expect(line(page, 'Báo cáo về người dùng này')).toHaveText('1 đang mở trong 1 báo cáo');
    await expect(page.getByText(/^Tạm khóa đến /)).toHaveCount(0);
    const { deleted_at } = await panel.db
      .selectFrom('posts')
      .select('deleted_at')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).toBeNull();
  });

  test(
    'by keyboard: the focus moves into the dialog, back to the button, and stays at the decision once it is undone',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { author } = await punish(panel);
      const page = await panel.open(screenOf(author));
      await record(page).getByRole('button', { name: 'Xem 1 quyết định' }).focus();
      await page.keyboard.press('Enter');
      await undoButtons(page).focus();
      await page.keyboard.press('Enter');
      await expect(reason(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'hidden' });
      await expect(undoButtons(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Nhầm người');
      await page.keyboard.press('Escape');
      const question = page.getByRole('alertdialog', { name: 'Bỏ thay đổi' });
      await question.getByRole('button', { name: 'Tiếp tục sửa' }).press('Enter');
      await expect(reason(page)).toHaveValue('Nhầm người');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(confirm(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await decisions(page).getByText('Đã hủy', { exact: true }).waitFor();
      await eventually(() => decisions(page).evaluate((item) => item === document.activeElement), 'focus').toBe(true);
    },
  );

  test('that cannot be loaded shows an error and a retry', async ({ panel }) => {
    const user = await createUser(panel.db);
    panel.expectProblem(failedRequest(500));
    const page = await panel.newPage();
    const mend = await spoil(page, RECORD_CALL, { status: 500 });
    await page.goto(screenOf(user));
    await record(page).getByText('Không thể tải hồ sơ vi phạm').waitFor();
    await record(page).getByRole('link', { name: 'Báo cáo về người dùng này' }).waitFor();
    await mend();
    await record(page).getByRole('button', { name: 'Thử lại' }).click();
    await record(page).getByText('Chưa có quyết định nào').waitFor();
  });
});

test('user page: an undo that the server rejects keeps the reason in the dialog', async ({ panel }) => {
  const { author } = await punish(panel);
  panel.expectProblem(failedRequest(500));
  const page = await panel.newPage();
  await page.goto(screenOf(author));
  await record(page).getByRole('button', { name: 'Xem 1 quyết định' }).click();
  await undoButtons(page).click();
  await spoil(page, /\/undo$/, { status: 500, body: { success: false, message: 'Máy chủ đang bận' } });
  await reason(page).fill('Nhầm bài viết');
  await confirm(page).click();
  await dialog(page).getByRole('alert').getByText('Máy chủ đang bận').waitFor();
  await expect(reason(page)).toHaveValue('Nhầm bài viết');
});

test("report page: a decision in a report's history is undone there, once", async ({ panel }) => {
  const { reportId, by } = await punish(panel);
  const page = await panel.open(reportScreen(reportId));
  const entry = historyOf(page).filter({ hasText: 'Quyết định, kết quả “Đã xử lý”' });
  await entry.getByRole('button', { name: /^Hủy quyết định: / }).click();
  await dialog(page)
    .getByText(new RegExp(`^${by} · ${DATE}`))
    .waitFor();
  await reason(page).fill('Nhầm bài viết');
  await confirm(page).click();
  await toast(page, 'Đã hủy quyết định').waitFor();
  await entry.getByText('Đã hủy', { exact: true }).waitFor();
  await expect(undoButtons(page)).toHaveCount(0);
});

test('user list: shows until when a user is suspended, and filters by suspension and by points', async ({ panel }) => {
  const { author } = await punish(panel);
  await createUser(panel.db, { username: 'Lê Bị Khóa', is_disabled: true });
  for (const { viewport } of SIZES) {
    const page = await panel.open(`${USERS_SCREEN}?vohieuhoa=true`, { viewport });
    await rowOf(page, author.username)
      .getByText(new RegExp(`^Tạm khóa đến ${DATE}$`))
      .waitFor();
    await rowOf(page, 'Lê Bị Khóa').getByText('Đã vô hiệu hóa').waitFor();
  }
  const page = await panel.open(USERS_SCREEN);
  await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
  const of = (name: string) => page.getByRole('group', { name: 'Bộ lọc' }).getByLabel(name, { exact: true });
  await of('Tạm khóa').selectOption('Đang tạm khóa');
  await page.waitForURL(`**${USERS_SCREEN}?suspended=true`);
  await expect(userTable(page).getByRole('link')).toHaveCount(1);
  await of('Tạm khóa').selectOption('Tất cả');
  await of('Điểm vi phạm').selectOption('Có điểm vi phạm');
  await page.waitForURL(`**${USERS_SCREEN}?points=true`);
  await expect(userTable(page).getByRole('link')).toHaveCount(1);
  await rowOf(page, author.username).waitFor();
  await page.getByRole('button', { name: 'Bỏ lọc Điểm vi phạm: Có điểm vi phạm' }).click();
  await page.waitForURL(`**${USERS_SCREEN}`);
});

test('chat: shows until when a user is suspended, in the list and in the conversation', async ({ panel }) => {
  const { author } = await punish(panel);
  for (const { viewport } of SIZES) {
    const page = await panel.open(`/admin/chat?userId=${author.id}`, { viewport });
    await page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByText(/^Tạm khóa đến \d\d:\d\d /)
      .waitFor();
    const row = page.locator(`[data-chat-user="${author.id}"]`);
    if (viewport.width > 1000) await row.getByText(/Tạm khóa đến \d\d:\d\d /).waitFor();
  }
});
