import { expect, type Page } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { createSubjects, DETAIL_TITLE, fileReport } from './harness/report-detail.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, type Panel, test } from './harness/test.ts';

const screenOf = ({ id }: { id: string }) => `/admin/users/${id}?tab=activity`;
const timeline = (page: Page) => page.getByRole('region', { name: 'Hoạt động', exact: true });
const entries = (page: Page) => timeline(page).getByRole('listitem');
const filter = (page: Page) => timeline(page).getByLabel('Loại hoạt động');

/** An author whose post was reported, and who reported an account. */
async function createReported(panel: Panel) {
  const { author, post } = await createSubjects(panel);
  const id = await fileReport(panel, { itemType: 'Post', itemId: post.id, description: 'Mời mua tour giả' });
  const other = await createUser(panel.db);
  await fileReport(panel, { itemType: 'User', itemId: other.id, reporterId: author.id });
  return { author, id };
}

test.describe('user page: timeline', () => {
  test(
    'opened by keyboard: the third tab, newest first, one kind alone, and on to a report',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { author, id } = await createReported(panel);
      const page = await panel.open(`/admin/users/${author.id}`);
      const tab = page.getByRole('tab', { name: 'Hoạt động' });
      await page.getByRole('tab', { name: /^Bài viết \(/ }).focus();
      await page.keyboard.press('End');
      await expect(tab).toBeFocused();
      await entries(page).filter({ hasText: 'Tham gia' }).waitFor();
      expect(urlOf(page)).toBe(screenOf(author));
      await entries(page).filter({ hasText: 'Gửi báo cáo về người dùng' }).getByText('Chờ xử lý').waitFor();
      await expect(entries(page).first()).toContainText('Gửi báo cáo');

      await filter(page).selectOption('Báo cáo');
      await expect(entries(page)).toHaveCount(2);
      const about = entries(page).filter({ hasText: 'Bị báo cáo về bài viết' });
      await about.getByText('Mời mua tour giả').waitFor();
      await about.getByRole('link', { name: 'Xem báo cáo' }).focus();
      await page.keyboard.press('Enter');
      await waitForScreen(page, DETAIL_TITLE);
      expect(urlOf(page)).toBe(`/admin/reports/${id}`);
      await page.goBack();
      await entries(page).filter({ hasText: 'Tham gia' }).waitFor();
      expect(await tab.getAttribute('aria-selected')).toBe('true');
    },
  );
});
