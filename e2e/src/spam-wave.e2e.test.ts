import { expect, type Page } from '@playwright/test';
import { insertComment } from '../../server/src/testing/factories.ts';
import { storedTexts } from './harness/conversation.ts';
import { countActions } from './harness/counted-actions.ts';
import { createPosts, createTravelPosts, createUser, uniqueName } from './harness/data.ts';
import { DETAIL_TITLE, fileReport, section, setStatus } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable, storedReport } from './harness/report-list.ts';
import { toast, waitForScreen } from './harness/screens.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, type Panel, test, WIDE } from './harness/test.ts';

const TITLE = 'Xử lý đợt spam';
/** A letter waits until its decision can no longer be undone without another one. */
const SENT = { timeout: 40_000 };
const screenOf = (user: { id: string }) => `/admin/users/${user.id}`;
const posts = (page: Page) => page.getByRole('article');

const visibleOf = async ({ db }: Panel, userId: string): Promise<number> => {
  const of = (table: 'posts' | 'travel_posts' | 'comments') =>
    db.selectFrom(table).select('id').where('author_id', '=', userId).where('deleted_at', 'is', null).execute();
  return (await Promise.all([of('posts'), of('travel_posts'), of('comments')])).flat().length;
};
const isDisabled = async ({ db }: Panel, id: string) =>
  (await db.selectFrom('users').select('is_disabled').where('id', '=', id).executeTakeFirst())?.is_disabled;
const openReports = async ({ db }: Panel) =>
  (await db.selectFrom('reports').select('id').where('status', 'in', ['pending', 'reviewing']).execute()).length;

const pointsOf = async ({ db }: Panel, ownerId: string): Promise<number> => {
  const rows = await db
    .selectFrom('decisions')
    .select('points')
    .where('owner_id', '=', ownerId)
    .where('undone_at', 'is', null)
    .execute();
  return rows.reduce((sum, { points }) => sum + points, 0);
};

/** An account with 15 posts, all reported, and a report about itself; one of the reports was rejected by a colleague. */
async function spamWave(panel: Panel) {
  const { db } = panel;
  const username = uniqueName('Vé Rẻ Mỗi Ngày');
  const author = await createUser(db, { username, email: `${username.replaceAll(' ', '.')}@example.com` });
  const feed = await createPosts(db, author.id, 10, (index) => ({ title: `Vé rẻ ${index + 1}` }));
  const travel = await createTravelPosts(db, author.id, 5);
  const reader = await createUser(db);
  const [own] = await createPosts(db, reader.id, 1);
  await insertComment(db, author.id, { postId: own?.id ?? '' }, { content: 'Mua vé ở chỗ mình nhé' });
  const reports: string[] = [];
  for (const { id } of feed) reports.push(await fileReport(panel, { itemType: 'Post', itemId: id }));
  for (const { id } of travel) reports.push(await fileReport(panel, { itemType: 'TravelPost', itemId: id }));
  reports.push(await fileReport(panel, { itemType: 'User', itemId: author.id }));
  const rejected = reports[0] ?? '';
  await setStatus(panel, rejected, 'rejected');
  return { author, rejected, reports };
}

test.describe('user page: many spam posts', () => {
  test('disable, take down 15 posts, close all reports: at most 6 actions, one letter, points once, one undo after a reload', async ({
    panel,
  }) => {
    const { author, rejected, reports } = await spamWave(panel);
    const colleague = await openAsOther(panel, screenOf(author), uniqueName('Quản trị Hoa'));
    await expect(posts(colleague)).toHaveCount(5);
    const page = await panel.open(REPORTS_SCREEN, { viewport: WIDE });
    await expect(reportTable(page).locator('[data-row]').first()).toBeVisible();

    const actions = countActions(page);
    await actions.click(
      reportTable(page)
        .getByRole('link', { name: /Chi tiết/ })
        .first(),
    );
    await waitForScreen(page, DETAIL_TITLE);
    await actions.click(
      section(page, 'Đối tượng bị báo cáo').getByRole('link', { name: author.username, exact: true }),
    );
    await waitForScreen(page, author.username);
    await actions.click(page.getByRole('button', { name: TITLE }));
    const dialog = page.getByRole('dialog', { name: TITLE });
    await dialog.getByText(`Tài khoản ${author.username}`).waitFor();
    await dialog.getByRole('checkbox', { name: 'Gỡ tất cả 16 bài viết và bình luận đang hiện' }).waitFor();
    await dialog.getByRole('checkbox', { name: /^Đóng 15 báo cáo đang mở/ }).waitFor();
    await actions.choose(dialog.getByRole('combobox', { name: 'Quy tắc bị vi phạm' }), 'spam');
    await actions.click(dialog.getByRole('button', { name: 'Thực hiện' }));
    expect(actions.count()).toBeLessThanOrEqual(6);

    await toast(page, 'Đang xử lý đợt spam').waitFor();
    await page.getByRole('button', { name: 'Xong: 17. Xem chi tiết' }).waitFor();
    expect(await visibleOf(panel, author.id)).toBe(0);
    expect(await isDisabled(panel, author.id)).toBe(true);
    expect(await openReports(panel)).toBe(0);
    expect((await storedReport(panel, rejected))?.status).toBe('rejected');
    expect((await storedReport(panel, reports[3] ?? ''))?.status).toBe('resolved');
    await expect(posts(colleague)).toHaveCount(0);
    await colleague.getByRole('heading', { name: 'Đã gỡ (16)' }).waitFor();
    await colleague.getByText('Đã vô hiệu hóa').first().waitFor();

    expect(await pointsOf(panel, author.id)).toBe(1);
    await expect.poll(() => storedTexts(panel, author), SENT).toHaveLength(1);

    await page.reload();
    await page.getByRole('button', { name: 'Việc vừa làm' }).click();
    const recent = page.getByRole('dialog', { name: 'Việc vừa làm' });
    await recent.getByText('Xử lý đợt spam: 17 mục').waitFor();
    await recent
      .getByRole('button', { name: /^Hoàn tác/ })
      .first()
      .click();
    await eventually(() => visibleOf(panel, author.id)).toBe(16);
    await eventually(() => isDisabled(panel, author.id)).toBe(false);
    await eventually(() => openReports(panel)).toBe(15);
    await eventually(() => pointsOf(panel, author.id)).toBe(0);
    expect((await storedReport(panel, rejected))?.status).toBe('rejected');
    await expect(posts(colleague)).toHaveCount(5);
  });
});
