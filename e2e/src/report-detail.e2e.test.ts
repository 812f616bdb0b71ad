import { expect } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { untilLive } from './harness/notifications.ts';
import {
  createSubjects,
  DETAIL_CALL,
  DETAIL_TITLE,
  fileReport,
  reportScreen,
  section,
  statusBox,
} from './harness/report-detail.ts';
import { REPORTS_SCREEN } from './harness/report-list.ts';
import { USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const THING = 'Đối tượng bị báo cáo';
const GONE = 'Nội dung gốc đã bị xóa';

/**
 * The page of a report on a deleted post, whose first responses contain expired evidence URLs, like a page that has
 * been open for over an hour.
 */
async function openWithExpiredEvidence(panel: Panel, expiredResponses: number) {
  const { post } = await createSubjects(panel);
  await fileReport(panel, { itemType: 'Post', itemId: post.id });
  await panel.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', post.id).execute();
  const page = await panel.newPage();
  const expired = new Set<string>();
  let calls = 0;
  let answered = 0;
  await page.route(
    ({ pathname }) => DETAIL_CALL.test(pathname),
    async (route) => {
      calls += 1;
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/http[^"]*\/media\/evidence\/[^"]*/g, (url) => {
        if (calls > expiredResponses) return url;
        // A new signature each time, as in production.
        const old = url.replace(/expires=\d+/, `expires=${Math.floor(Date.now() / 1_000) - 60 * calls}`);
        expired.add(old);
        return old;
      });
      await route.fulfill({ response, body });
      answered += 1;
    },
  );
  // A page that connects fetches its report once more.
  await untilLive(page, () => page.goto(REPORTS_SCREEN));
  await page.getByRole('link', { name: /^Chi tiết báo cáo/ }).click();
  return { page, expired, calls: () => calls, answered: () => answered };
}

test.describe('report page', () => {
  test('of an account shows reporter, subject, time, reason and status', async ({ panel }) => {
    const { author } = await createSubjects(panel);
    const reporter = await createUser(panel.db, { username: 'Lê Người Báo', email: 'bao@example.com' });
    const id = await fileReport(panel, {
      itemType: 'User',
      itemId: author.id,
      reporterId: reporter.id,
      reason: 'hate_speech',
      description: 'Nhiều lần xúc phạm người khác',
    });
    const page = await panel.open(reportScreen(id));
    await waitForScreen(page, DETAIL_TITLE);
    const facts = section(page, 'Báo cáo');
    for (const text of ['Lê Người Báo', 'bao@example.com', 'Phát ngôn thù địch', 'Nhiều lần xúc phạm người khác']) {
      await facts.getByText(text).waitFor();
    }
    expect(await facts.locator('time').textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    const subject = section(page, THING);
    for (const text of ['Nguyễn Tác Giả', 'tac.gia@example.com', 'Thích biển']) await subject.getByText(text).waitFor();
    expect(await subject.textContent()).toMatch(/Tham gia \d+ tháng \d+, \d{4}/);
    expect(await statusBox(page).textContent()).toBe('Chờ xử lý');
    await statusBox(page).click();
    await eventually(() => page.getByRole('menuitemradio').allTextContents()).toEqual([
      'Chờ xử lý',
      'Đang xem xét',
      'Đã xử lý',
      'Từ chối',
    ]);
    await page.keyboard.press('Escape');
    await subject.getByRole('link', { name: 'Nguyễn Tác Giả', exact: true }).click();
    await waitForScreen(page, 'Nguyễn Tác Giả');
  });

  test('of a post shows its whole content, and its images in two columns that open large', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const page = await panel.open(reportScreen(await fileReport(panel, { itemType: 'Post', itemId: post.id })));
    const subject = section(page, THING);
    for (const text of ['Nguyễn Tác Giả', 'Bán tour giá rẻ', 'Chuyển khoản trước nhé', '0 lượt thích', '0 bình luận']) {
      await subject.getByText(text).waitFor();
    }
    await subject.getByText('Du lịch', { exact: true }).waitFor();
    await subject.getByRole('button', { name: 'Xem ảnh 2 trên 2' }).click();
    await page.getByRole('dialog', { name: 'Xem ảnh' }).getByText('2 / 2').waitFor();
    await page.keyboard.press('Escape');
    expect(await subject.getByText(GONE).count()).toBe(0);
  });

  test('of a travel post and of a comment shows the location and the parent', async ({ panel }) => {
    const { travelPost, comment } = await createSubjects(panel);
    const travelReport = await fileReport(panel, { itemType: 'TravelPost', itemId: travelPost.id });
    const commentReport = await fileReport(panel, { itemType: 'Comment', itemId: comment.id });
    const page = await panel.open(reportScreen(travelReport));
    const subject = section(page, THING);
    for (const text of ['Ba ngày ở Huế', 'Thừa Thiên Huế', '1 bình luận']) await subject.getByText(text).waitFor();
    await expect(subject.locator('li img')).toHaveCSS('max-height', '384px');

    await page.goto(reportScreen(commentReport));
    await subject.getByText('Lừa đảo hết').waitFor();
    const parent = subject.getByRole('region', { name: 'Bình luận trong bài viết' });
    for (const text of ['Ba ngày ở Huế', 'Thừa Thiên Huế', 'Nguyễn Tác Giả']) await parent.getByText(text).waitFor();
  });

  for (const itemType of ['Post', 'TravelPost', 'Comment', 'User'] as const) {
    test(`still shows a deleted ${itemType} in full, with the deleter and the time`, async ({ panel }) => {
      const { author, post, travelPost, comment } = await createSubjects(panel);
      const target = { Post: post, TravelPost: travelPost, Comment: comment, User: author }[itemType];
      const id = await fileReport(panel, { itemType, itemId: target.id });
      const page = await panel.open(`/admin/users/${author.id}`);
      await waitForScreen(page, 'Nguyễn Tác Giả');
      // Like an administrator who never saw the report: by deleting the account.
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menuitem', { name: 'Xóa tài khoản' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa tài khoản' }).click();
      await waitForScreen(page, USERS_TITLE);

      await page.goto(reportScreen(id));
      const subject = section(page, THING);
      await subject.getByText(GONE).waitFor();
      expect(await subject.textContent()).toMatch(/Bởi admin, \d\d\/\d\d\/\d{4} \d\d:\d\d/);
      await subject.getByText('Nguyễn Tác Giả').first().waitFor();
      const kept = {
        Post: 'Chuyển khoản trước nhé',
        TravelPost: 'Ba ngày ở Huế',
        Comment: 'Lừa đảo hết',
        User: 'Thích biển',
      };
      await subject.getByText(kept[itemType]).waitFor();
      expect(await subject.getByRole('link').count(), 'nothing leads to the account').toBe(0);
      const image = subject.locator('li img').first();
      if (itemType !== 'User') {
        await eventually(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      }
    });
  }

  test('shows that the original was edited since, and both versions', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    await panel.db.updateTable('posts').set({ content: 'Tour vui vẻ' }).where('id', '=', post.id).execute();
    const page = await panel.open(reportScreen(id));
    const subject = section(page, THING);
    await subject.getByText('Nội dung đã được chỉnh sửa sau khi bị báo cáo').waitFor();
    await subject.getByText('Chuyển khoản trước nhé').waitFor();
    await subject.getByRole('button', { name: 'Hiện tại' }).click();
    await subject.getByText('Tour vui vẻ').waitFor();
    expect(await subject.getByText('Chuyển khoản trước nhé').count()).toBe(0);
    await subject.getByRole('button', { name: 'Lúc báo cáo' }).click();
    await subject.getByText('Chuyển khoản trước nhé').waitFor();
  });

  test('report detail: evidence with an expired signature is shown from the URL of the next response', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(404));
    const { page, expired } = await openWithExpiredEvidence(panel, 1);
    const image = section(page, THING).locator('li img').first();
    await eventually(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    expect(expired.size).toBeGreaterThan(0);
    expect(expired).not.toContain(await image.getAttribute('src'));
  });

  test('report detail: evidence whose signature is never valid has a placeholder, after one more call', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(404));
    const { page, calls, answered } = await openWithExpiredEvidence(panel, Number.POSITIVE_INFINITY);
    const subject = section(page, THING);
    await subject.getByRole('img', { name: 'Không tải được ảnh' }).first().waitFor();
    await eventually(answered).toBe(2);
    await expect(subject.locator('li img')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(calls()).toBe(2);
  });

  test('by a deleted reporter shows that', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const reporter = await createUser(panel.db);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id, reporterId: reporter.id });
    await panel.db.deleteFrom('users').where('id', '=', reporter.id).execute();
    const page = await panel.open(reportScreen(id));
    await page.getByText('Không có thông tin', { exact: true }).waitFor();
    await page.getByText('Không tìm thấy thông tin người báo cáo').waitFor();
  });

  test('does not render a hostile URL', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const hostile = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'java\tscript:alert(1)'];
    await panel.db.updateTable('posts').set({ image_urls: hostile }).where('id', '=', post.id).execute();
    const page = await panel.open(reportScreen(await fileReport(panel, { itemType: 'Post', itemId: post.id })));
    await section(page, THING).getByText('Bán tour giá rẻ').waitFor();
    const addresses = await page
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    expect(addresses.filter((address) => /script/i.test(address ?? ''))).toEqual([]);
  });
});

test.describe('report page loading', () => {
  test('report detail: a reporter without a username reads the same as in the list', async ({ panel }) => {
    const { author } = await createSubjects(panel);
    const reporter = await createUser(panel.db, { username: ' ', email: 'khong.ten@example.com' });
    const id = await fileReport(panel, { itemType: 'User', itemId: author.id, reporterId: reporter.id });
    const page = await panel.open('/admin/reports');
    const row = page.getByRole('row').filter({ hasText: 'khong.ten@example.com' });
    await row.getByText('Không có thông tin', { exact: true }).waitFor();
    await page.goto(reportScreen(id));
    await section(page, 'Báo cáo').getByText('Không có thông tin', { exact: true }).waitFor();
    await section(page, 'Báo cáo').getByText('khong.ten@example.com').waitFor();
  });
});
