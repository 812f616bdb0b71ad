import type { ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import { expect, type Page } from '@playwright/test';
import { insertDecision } from '../../server/src/testing/moderation-factories.ts';
import { countActions } from './harness/counted-actions.ts';
import { createPosts, createUser, createUsers } from './harness/data.ts';
import { decideButton } from './harness/decision-sheet.ts';
import { decideByOther } from './harness/decisions.ts';
import { items, NOTIFICATIONS_TITLE } from './harness/notifications.ts';
import {
  createSubjects,
  decidable,
  fileReport,
  openAct,
  reportScreen,
  section,
  statusBox,
} from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable, storedReport } from './harness/report-list.ts';
import { waitForScreen } from './harness/screens.ts';
import { STORED_IMAGE_URL } from './harness/stored-image.ts';
import { eventually, type Panel, test, WIDE } from './harness/test.ts';

const REPORTS = 20;
const DONE = 'Đã xử lý hết hàng đợi này';

const openPost = async (panel: Panel, title: string, reason: ReportReason = 'spam') => {
  const author = await createUser(panel.db);
  const [post] = await createPosts(panel.db, author.id, 1, () => ({ title, content: title }));
  if (!post) throw new Error('no post was made');
  return { author, post, id: await fileReport(panel, { itemType: 'Post', itemId: post.id, reason }) };
};
/** Of every ten reports in the queue, the third, the sixth and the ninth is a violation. */
const isTakenDown = (index: number): boolean => [3, 6, 9].includes(index % 10);
const DECIDED = { rejected: 14, resolved: 6, takenDown: 6 };

/** Reports of posts with images, for mixed reasons; some authors have several. */
async function fileMixedReports(panel: Panel): Promise<void> {
  const reasons = ['spam', 'violence', 'harassment'] as const;
  const authors = await createUsers(panel.db, 8);
  for (let index = 0; index < REPORTS; index += 1) {
    const author = authors[index % authors.length]?.id ?? '';
    const [post] = await createPosts(panel.db, author, 1, () => ({
      title: `Chuyến đi thứ ${index + 1}`,
      content: 'Ba ngày, hai đêm, giá chỉ bằng một nửa. '.repeat(1 + (index % 5)),
      image_urls: Array.from({ length: index % 4 }, () => STORED_IMAGE_URL),
    }));
    await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '', reason: reasons[index % 3] ?? 'spam' });
  }
}

/** How many reports have which status, and how many posts are down. */
async function outcomes({ db }: Panel): Promise<Record<string, number>> {
  const reports = await db
    .selectFrom('reports')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .orderBy('status')
    .execute();
  const { takenDown } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('takenDown'))
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    ...Object.fromEntries(reports.map(({ status, count }) => [status, Number(count)])),
    takenDown: Number(takenDown),
  };
}
const PHONE = { width: 390, height: 844 };
const place = (page: Page, index: number, of: number) => page.getByText(`${index} / ${of}`, { exact: true });
const button = (page: Page, name: string) => section(page, 'Xử lý').getByRole('button', { name, exact: true });

test.describe('report queue: number of actions', () => {
  test('to decide 20 reports by mouse from the list, 6 of them takedowns: at most 27, without scrolling, and the end is shown', async ({
    panel,
  }) => {
    await fileMixedReports(panel);
    const page = await panel.open(`${REPORTS_SCREEN}?status=pending`, { viewport: WIDE });
    await expect(reportTable(page).locator('[data-row]').first()).toBeVisible();
    const actions = countActions(page);
    await actions.click(
      reportTable(page)
        .getByRole('link', { name: /Chi tiết/ })
        .first(),
    );
    for (let index = 1; index <= REPORTS; index += 1) {
      await place(page, index, REPORTS).waitFor();
      await expect(statusBox(page)).toHaveText('Chờ xử lý');
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      if (!isTakenDown(index)) {
        await actions.click(button(page, 'Không vi phạm'));
        continue;
      }
      await actions.click(button(page, 'Gỡ và đóng báo cáo'));
      await actions.click(decideButton(page));
    }
    await page.getByRole('status').filter({ hasText: DONE }).waitFor();
    expect(await outcomes(panel)).toEqual(DECIDED);
    expect(actions.count()).toBeLessThanOrEqual(27);
  });

  test('to decide 20 reports by keyboard from the dashboard, 6 of them takedowns: at most 30', async ({ panel }) => {
    await fileMixedReports(panel);
    const page = await panel.open('/admin/dashboard', { viewport: WIDE });
    await waitForScreen(page, 'Tổng quan hệ thống');
    // The keys of all screens come with it.
    await page.getByRole('button', { name: 'Tìm nhanh' }).waitFor();
    const actions = countActions(page);
    await actions.press('g');
    await actions.press('r');
    await expect(reportTable(page).locator('[data-row]').first()).toBeVisible();
    await actions.press('o');
    for (let index = 1; index <= REPORTS; index += 1) {
      await place(page, index, REPORTS).waitFor();
      await decidable(page);
      if (!isTakenDown(index)) {
        await actions.press('h');
        continue;
      }
      await actions.press('t');
      await expect(decideButton(page)).toBeEnabled();
      await actions.press('Control+Enter');
    }
    await page.getByRole('status').filter({ hasText: DONE }).waitFor();
    expect(await outcomes(panel)).toEqual(DECIDED);
    expect(actions.count()).toBeLessThanOrEqual(30);
  });

  test('to take a text down, close its reports and open the next: at most 2', async ({ panel }) => {
    const { id: next } = await openPost(panel, 'Bài thứ hai');
    // A rule that usually suspends, and points with which the ladder disables.
    const { author, post, id } = await openPost(panel, 'Bài thứ nhất', 'violence');
    await insertDecision(panel.db, author.id, { points: 6 });
    const page = await panel.open(reportScreen(id), { viewport: WIDE });
    await place(page, 1, 2).waitFor();
    const actions = countActions(page);
    await actions.click(button(page, 'Gỡ và đóng báo cáo'));
    await actions.click(decideButton(page));
    await place(page, 2, 2).waitFor();
    expect(new URL(page.url()).pathname).toBe(reportScreen(next));
    expect((await storedReport(panel, id))?.status).toBe('resolved');
    const stored = await panel.db.selectFrom('posts').select('deleted_at').where('id', '=', post.id).executeTakeFirst();
    expect(stored?.deleted_at).not.toBeNull();
    const account = panel.db.selectFrom('users').select('is_disabled').where('id', '=', author.id);
    expect(await account.executeTakeFirst(), 'a takedown is no suspension').toEqual({ is_disabled: false });
    expect(actions.count()).toBeLessThanOrEqual(2);
  });

  test('to decide from a notification, and open the next: at most 2', async ({ panel }) => {
    const { id: next } = await openPost(panel, 'Bài thứ hai');
    const { id } = await openPost(panel, 'Bài thứ nhất');
    const page = await panel.open('/admin/notifications', { viewport: WIDE });
    await waitForScreen(page, NOTIFICATIONS_TITLE);
    const actions = countActions(page);
    await actions.click(items(page).first().getByText('Nhấn để xem chi tiết'));
    await place(page, 1, 2).waitFor();
    expect(new URL(page.url()).pathname).toBe(reportScreen(id));
    await actions.click(button(page, 'Không vi phạm'));
    await place(page, 2, 2).waitFor();
    expect(new URL(page.url()).pathname).toBe(reportScreen(next));
    expect((await storedReport(panel, id))?.status).toBe('rejected');
    expect(actions.count()).toBeLessThanOrEqual(2);
  });
});

test.describe('open report', () => {
  test('the evidence begins in the upper quarter, and the decisions stay visible during scrolling', async ({
    panel,
  }) => {
    const author = await createUser(panel.db);
    const [post] = await createPosts(panel.db, author.id, 1, () => ({ content: 'Dòng\n'.repeat(120) }));
    const id = await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' });
    const page = await panel.open(reportScreen(id), { viewport: WIDE });
    const evidence = section(page, 'Đối tượng bị báo cáo');
    await evidence.waitFor();
    expect((await evidence.boundingBox())?.y).toBeLessThanOrEqual(WIDE.height / 4);
    await page.setViewportSize(PHONE);
    await expect(evidence.getByText('Dòng').first()).toBeInViewport();
    await page.setViewportSize(WIDE);
    await page.mouse.move(500, 600);
    await page.mouse.wheel(0, 1_500);
    await eventually(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    await expect(button(page, 'Không vi phạm')).toBeInViewport({ ratio: 1 });
  });
});

test.describe('report: one of an account', () => {
  test('shows its latest posts, its record, and why and when it was disabled', async ({ panel }) => {
    const { author } = await createSubjects(panel);
    const subject = { itemType: 'User', itemId: author.id } as const;
    const { by } = await decideByOther(panel, subject, {
      outcome: 'violation',
      policy: 'scam',
      actions: ['disable'],
    });
    const id = await fileReport(panel, subject);
    const page = await panel.open(reportScreen(id));
    await section(page, 'Nội dung đã đăng').getByText('Bán tour giá rẻ').waitFor();
    await expect(section(page, 'Hồ sơ vi phạm')).toContainText('5 điểm');
    const acts = section(page, 'Quyết định và xử lý');
    await expect(acts).toContainText('Lừa đảo');
    await expect(acts).toContainText(by);
    await expect(acts.locator('time').first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    await (await openAct(page, 'Kích hoạt lại tài khoản')).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Kích hoạt lại tài khoản' }).click();
    await expect(acts.getByRole('listitem').first()).toContainText('Kích hoạt lại');
  });
});
