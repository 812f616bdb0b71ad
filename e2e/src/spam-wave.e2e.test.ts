import { expect, type Page } from '@playwright/test';
import { insertComment } from '../../server/src/testing/factories.ts';
import { countActions } from './harness/counted-actions.ts';
import { createPosts, createTravelPosts, createUser, uniqueName } from './harness/data.ts';
import { DETAIL_TITLE, fileReport, reportScreen, section, setStatus } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable, storedReport } from './harness/report-list.ts';
import { toast, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, type Panel, test, WIDE } from './harness/test.ts';

const TITLE = 'Xử lý đợt spam';
const screenOf = (user: { id: string }, query = '') => `/admin/users/${user.id}${query}`;
const posts = (page: Page) => page.getByRole('article');
const removed = (page: Page) => page.getByRole('region', { name: /^Đã gỡ/ });
const related = (page: Page) => section(page, 'Tài khoản liên quan');
const bar = (page: Page) => section(page, 'Chọn bài viết');

const visibleOf = async ({ db }: Panel, userId: string): Promise<number> => {
  const of = (table: 'posts' | 'travel_posts' | 'comments') =>
    db.selectFrom(table).select('id').where('author_id', '=', userId).where('deleted_at', 'is', null).execute();
  return (await Promise.all([of('posts'), of('travel_posts'), of('comments')])).flat().length;
};
const isDisabled = async ({ db }: Panel, id: string) =>
  (await db.selectFrom('users').select('is_disabled').where('id', '=', id).executeTakeFirst())?.is_disabled;
const openReports = async ({ db }: Panel) =>
  (await db.selectFrom('reports').select('id').where('status', 'in', ['pending', 'reviewing']).execute()).length;

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
  test('disable, take down 15 posts, close all reports: at most 6 actions, live for a colleague, undone at once', async ({
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
    await actions.click(dialog.getByRole('button', { name: 'Thực hiện' }));
    expect(actions.count()).toBeLessThanOrEqual(6);

    const done = toast(page, 'Đã xử lý đợt spam');
    await done.waitFor();
    expect(await visibleOf(panel, author.id)).toBe(0);
    expect(await isDisabled(panel, author.id)).toBe(true);
    expect(await openReports(panel)).toBe(0);
    expect((await storedReport(panel, rejected))?.status).toBe('rejected');
    expect((await storedReport(panel, reports[3] ?? ''))?.status).toBe('resolved');
    await expect(posts(colleague)).toHaveCount(0);
    await colleague.getByRole('heading', { name: 'Đã gỡ (16)' }).waitFor();
    await colleague.getByText('Đã vô hiệu hóa').first().waitFor();

    await done.getByRole('button', { name: 'Hoàn tác' }).click();
    await eventually(() => visibleOf(panel, author.id)).toBe(16);
    await eventually(() => isDisabled(panel, author.id)).toBe(false);
    await eventually(() => openReports(panel)).toBe(15);
    expect((await storedReport(panel, rejected))?.status).toBe('rejected');
    await expect(posts(colleague)).toHaveCount(5);
  });

  test('what is unchecked is not changed', async ({ panel }) => {
    const { author } = await spamWave(panel);
    const page = await panel.open(screenOf(author));
    await page.getByRole('button', { name: TITLE }).click();
    const dialog = page.getByRole('dialog', { name: TITLE });
    await dialog.getByRole('checkbox', { name: 'Vô hiệu hóa tài khoản' }).uncheck();
    await dialog.getByRole('checkbox', { name: /^Gỡ tất cả 16/ }).uncheck();
    await dialog.getByRole('button', { name: 'Thực hiện' }).click();
    await toast(page, 'Đã xử lý đợt spam').waitFor();
    expect(await openReports(panel)).toBe(0);
    expect(await visibleOf(panel, author.id)).toBe(16);
    expect(await isDisabled(panel, author.id)).toBe(false);
  });
});

test.describe('user page: posts', () => {
  test('chosen by keyboard on two pages, they are taken down together, and stay visible for a restore', async ({
    panel,
  }) => {
    const author = await createUser(panel.db);
    await createPosts(panel.db, author.id, 7);
    const page = await panel.open(screenOf(author));
    await expect(posts(page)).toHaveCount(5);
    const box = (name: string) => page.getByRole('checkbox', { name: `Chọn bài viết “${name}”` });
    for (const name of ['Bài viết số 7', 'Bài viết số 5']) {
      await box(name).focus();
      await page.keyboard.press('Space');
    }
    await page.getByRole('navigation', { name: 'Các trang bài viết' }).getByRole('button', { name: 'Trang 2' }).click();
    await box('Bài viết số 1').check();
    await bar(page).getByRole('status').getByText('Đã chọn 3 bài').waitFor();
    await bar(page).getByRole('button', { name: 'Gỡ bài đã chọn' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Gỡ nội dung 3/ })
      .click();
    await eventually(() => visibleOf(panel, author.id)).toBe(4);
    await expect(removed(page).getByRole('listitem')).toHaveCount(3);
    await removed(page).getByRole('button', { name: 'Khôi phục: Bài viết số 5' }).click();
    await toast(page, 'Đã khôi phục bài viết').waitFor();
    await expect(removed(page).getByRole('listitem')).toHaveCount(2);
    expect(await visibleOf(panel, author.id)).toBe(5);
  });

  test('of a period they are selected on all pages, and taken down', async ({ panel }) => {
    const author = await createUser(panel.db);
    const old = new Date(Date.now() - 10 * 86_400_000);
    await createPosts(panel.db, author.id, 8, (index) => (index < 2 ? { created_at: old } : {}));
    await createTravelPosts(panel.db, author.id, 2);
    const page = await panel.open(screenOf(author));
    await bar(page).getByRole('button', { name: '7 ngày' }).click();
    await expect(page.getByRole('checkbox', { name: 'Chọn bài viết “Bài viết số 8”' })).toBeChecked();
    await bar(page).getByText('Mọi nội dung đăng trong 7 ngày qua').waitFor();
    await bar(page).getByRole('button', { name: 'Gỡ bài đã chọn' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Gỡ nội dung 8/ })
      .click();
    await eventually(() => visibleOf(panel, author.id)).toBe(2);
    await expect(posts(page)).toHaveCount(2);
  });

  test('that were reported are marked, with a link to the reports', async ({ panel }) => {
    const author = await createUser(panel.db);
    const [post] = await createPosts(panel.db, author.id, 2);
    const first = await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' });
    await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' });
    await setStatus(panel, first, 'resolved');
    const page = await panel.open(screenOf(author));
    const mark = posts(page).getByRole('link', { name: 'bị báo cáo ×2 · 1 đang mở' });
    await expect(mark).toHaveCount(1);
    await mark.click();
    await waitForScreen(page, DETAIL_TITLE);
    expect(urlOf(page)).toMatch(new RegExp(`^${reportScreen('')}`));
  });

  test('every report about a user is closed from the profile', async ({ panel }) => {
    const { author } = await spamWave(panel);
    const page = await panel.open(screenOf(author));
    await page.getByRole('button', { name: 'Đóng mọi báo cáo về người dùng này (15)' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(author.username).waitFor();
    await dialog.getByRole('button', { name: /^Đóng báo cáo/ }).click();
    await eventually(() => openReports(panel)).toBe(0);
    await page.getByRole('button', { name: /^Đóng mọi báo cáo/ }).waitFor({ state: 'detached' });
  });
});

test.describe('user page: related accounts', () => {
  const alike = (panel: Panel, index: number) =>
    createUser(panel.db, { username: uniqueName('Vé Rẻ Online'), email: `ve.re.online+${index}@example.com` });

  test('are listed with the reason, selected and disabled together', async ({ panel }) => {
    const [user, other, third] = [await alike(panel, 1), await alike(panel, 2), await alike(panel, 3)];
    for (const { id } of [user, other]) {
      await panel.db
        .insertInto('sign_in_ips')
        .values({ user_id: id, ip: '198.51.100.9', last_at: new Date() })
        .execute();
    }
    const page = await panel.open(screenOf(user), { viewport: WIDE });
    await related(page).scrollIntoViewIfNeeded();
    const rows = related(page).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(other.username);
    await expect(rows.first()).toContainText('Cùng địa chỉ IP');
    await expect(rows.first()).toContainText('Tên gần giống');
    await expect(rows.first()).toContainText('Email gần giống');
    await expect(page.getByText('198.51.100')).toHaveCount(0);
    for (const { username } of [other, third]) {
      await related(page)
        .getByRole('checkbox', { name: `Chọn ${username}` })
        .check();
    }
    await related(page).getByRole('button', { name: 'Vô hiệu hóa' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Vô hiệu hóa 2 tài khoản' }).click();
    await eventually(() => isDisabled(panel, third.id)).toBe(true);
    await expect(related(page).getByText('Đã vô hiệu hóa')).toHaveCount(2);
  });

  test('a disabled account is named by the notice, which undoes it and leads back', async ({ panel }) => {
    const user = await createUser(panel.db);
    const page = await panel.open(screenOf(user));
    const disable = async () => {
      await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
      await page.getByRole('menuitem', { name: 'Vô hiệu hóa' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Vô hiệu hóa' }).click();
      await waitForScreen(page, USERS_TITLE);
    };
    await disable();
    const notice = toast(page, 'Tài khoản đã bị vô hiệu hóa!');
    await expect(notice).toContainText(user.username);
    await notice.getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, 'Tài khoản đã được kích hoạt lại!').waitFor();
    expect(await isDisabled(panel, user.id)).toBe(false);

    await page.goto(screenOf(user));
    await disable();
    await notice.getByRole('button', { name: 'Mở lại' }).click();
    await waitForScreen(page, user.username);
    expect(urlOf(page)).toBe(screenOf(user));
  });
});

test.describe('user page: a spammer', () => {});
