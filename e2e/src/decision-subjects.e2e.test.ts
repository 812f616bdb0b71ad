import { expect, type Page } from '@playwright/test';
import { createTravelPosts, createUser, ownAdmin } from './harness/data.ts';
import { action, decide, openSheet, rule, SPAM, sheet } from './harness/decision-sheet.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { createSubjects, fileReport, reportScreen, statusBox } from './harness/report-detail.ts';
import { toast } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { test } from './harness/test.ts';

const openAccountSheet = async (page: Page, id: string) => {
  await page.goto(`/admin/users/${id}`);
  await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
  await page.getByRole('menuitem', { name: 'Xử lý tài khoản' }).click();
};

test.describe('decision sheet: the subject', () => {
  test('a travel post without a report, from the page of its author', async ({ panel }) => {
    const author = await createUser(panel.db, { username: 'Nguyễn Tác Giả' });
    const [post] = await createTravelPosts(panel.db, author.id, 1);
    const page = await panel.open(`/admin/users/${author.id}`);
    await page.getByRole('tab', { name: /^Bài viết du lịch/ }).click();
    await page.getByRole('button', { name: 'Xử lý bài viết du lịch' }).click();
    await sheet(page).getByText('Bài viết du lịch: Chuyến đi số 1').waitFor();
    await rule(page, SPAM).check();
    await decide(page);
    await toast(page, 'Đã quyết định: gỡ nội dung').getByText('Chuyến đi số 1').waitFor();
    await expect(page.getByRole('button', { name: 'Xử lý bài viết du lịch' })).toHaveCount(0);
    const rows = panel.db
      .selectFrom('travel_posts')
      .select('deleted_at')
      .where('id', '=', post?.id ?? '');
    expect((await rows.executeTakeFirstOrThrow()).deleted_at).not.toBeNull();
  });

  test('a comment: it is taken down, its post stays, and undo restores it', async ({ panel }) => {
    const { comment, travelPost } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Comment', itemId: comment.id });
    const page = await panel.open(reportScreen(id));
    await openSheet(page);
    await sheet(page).getByText('Bình luận: Lừa đảo hết').waitFor();
    await rule(page, SPAM).check();
    await expect(action(page, 'Gỡ nội dung')).toBeChecked();
    await decide(page);
    const done = toast(page, 'Đã quyết định: gỡ nội dung');
    await done.waitFor();
    await expect(statusBox(page)).toHaveText('Đã xử lý');
    const isDown = async (table: 'comments' | 'travel_posts', rowId: string) => {
      const row = await panel.db
        .selectFrom(table)
        .select('deleted_at')
        .where('id', '=', rowId)
        .executeTakeFirstOrThrow();
      return row.deleted_at !== null;
    };
    expect(await isDown('comments', comment.id)).toBe(true);
    expect(await isDown('travel_posts', travelPost.id)).toBe(false);
    await done.getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, 'Đã hoàn tác quyết định').waitFor();
    await expect(statusBox(page)).toHaveText('Chờ xử lý');
    expect(await isDown('comments', comment.id)).toBe(false);
  });

  test('the caller’s own account: while a colleague is active only the colleague decides; the last administrator cannot be locked out', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(403));
    const own = await ownAdmin(panel);
    const colleague = await createUser(panel.db, { role: 'admin' });
    const page = await panel.newPage();
    await openAccountSheet(page, own.id);
    await sheet(page).getByText('chỉ họ được quyết định').waitFor();
    await rule(page, SPAM).check();
    for (const penalty of ['Tạm khóa', 'Vô hiệu hóa']) await expect(action(page, penalty)).toHaveCount(0);
    await decide(page);
    await sheet(page).getByText('hãy nhờ quản trị viên khác').waitFor();
    await panel.db.deleteFrom('users').where('id', '=', colleague.id).execute();
    await decide(page);
    await toast(page, 'Đã quyết định: cảnh cáo').waitFor();
  });

  test("the administrator named 'admin' is suspended by a colleague, who undoes it", async ({ panel }) => {
    const admin = await ownAdmin(panel);
    expect(admin.username).toBe('admin');
    const page = await newPageOfOther(panel, 'Trưởng ca');
    await openAccountSheet(page, admin.id);
    await sheet(page).getByText('Tài khoản: admin').waitFor();
    await rule(page, /^Mạo danh/).check();
    await sheet(page).getByLabel('Thời gian tạm khóa').selectOption('3 ngày');
    await decide(page);
    const done = toast(page, 'Đã quyết định: tạm khóa 3 ngày');
    await done.waitFor();
    await page
      .getByText(/^Tạm khóa đến /)
      .first()
      .waitFor();
    await done.getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, 'Đã hoàn tác quyết định').waitFor();
    await expect(page.getByText(/^Tạm khóa đến /)).toHaveCount(0);
  });
});
