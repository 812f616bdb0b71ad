import { expect, type Page } from '@playwright/test';
import { decideByOther } from './harness/decisions.ts';
import { createSubjects, fileReport, historyOf, reportScreen, section } from './harness/report-detail.ts';
import { toast } from './harness/screens.ts';
import { type Panel, SIZES, test } from './harness/test.ts';

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
  test('has points, reports and decisions, and the chat says until when; a decision is undone with a reason, and all values are updated at once', async ({
    panel,
  }) => {
    const { author, post, by } = await punish(panel);
    for (const { viewport } of SIZES) {
      const chat = await panel.open(`/admin/chat?userId=${author.id}`, { viewport });
      const bar = chat.getByRole('banner').or(chat.locator('header'));
      await bar.getByText(/^Tạm khóa đến \d\d:\d\d /).waitFor();
      const row = chat.locator(`[data-chat-user="${author.id}"]`);
      if (viewport.width > 1000) await row.getByText(/Tạm khóa đến \d\d:\d\d /).waitFor();
    }
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
