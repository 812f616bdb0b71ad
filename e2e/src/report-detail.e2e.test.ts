import { expect } from '@playwright/test';
import { failedRequest } from './harness/guarded-page.ts';
import { untilLive } from './harness/notifications.ts';
import { createSubjects, DETAIL_CALL, fileReport, reportScreen, section } from './harness/report-detail.ts';
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
  test('still shows deleted subjects of every type in full, with the deleter and the time', async ({ panel }) => {
    const { author, post, travelPost, comment } = await createSubjects(panel);
    const kept = [
      ['Post', post.id, 'Chuyển khoản trước nhé'],
      ['TravelPost', travelPost.id, 'Ba ngày ở Huế'],
      ['Comment', comment.id, 'Lừa đảo hết'],
      ['User', author.id, 'Thích biển'],
    ] as const;
    const ids: string[] = [];
    for (const [itemType, itemId] of kept) ids.push(await fileReport(panel, { itemType, itemId }));
    const page = await panel.open(`/admin/users/${author.id}`);
    await waitForScreen(page, 'Nguyễn Tác Giả');
    // Like an administrator who never saw the reports: by deleting the account.
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: 'Xóa tài khoản' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa tài khoản' }).click();
    await waitForScreen(page, USERS_TITLE);

    for (const [index, [itemType, , text]] of kept.entries()) {
      await page.goto(reportScreen(ids[index] ?? ''));
      const subject = section(page, THING);
      await subject.getByText(GONE).waitFor();
      expect(await subject.textContent()).toMatch(/Bởi admin, \d\d\/\d\d\/\d{4} \d\d:\d\d/);
      await subject.getByText('Nguyễn Tác Giả').first().waitFor();
      await subject.getByText(text).waitFor();
      expect(await subject.getByRole('link').count(), 'nothing leads to the account').toBe(0);
      if (itemType === 'User') continue;
      const image = subject.locator('li img').first();
      await eventually(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    }
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
});
