import { expect } from '@playwright/test';
import { countActions } from './harness/counted-actions.ts';
import { createPosts, createUser, createUsers, daysAgo } from './harness/data.ts';
import {
  activeOption,
  openPalette,
  optionsOf,
  palette,
  paletteField,
  paletteOptions,
  paletteReady,
} from './harness/palette.ts';
import { fileReport } from './harness/report-detail.ts';
import { urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

const NAME = 'Nguyễn Thị Mai';

test.describe('palette', () => {
  test(
    'opens any user from any screen, also while typing: the keys, the name and Enter; Ctrl+Enter in a new tab',
    BY_KEYBOARD,
    async ({ panel }) => {
      const user = await createUser(panel.db, { username: NAME, created_at: daysAgo(9) });
      await createUsers(panel.db, 30, (index) => ({ username: `Trần Mai Anh ${index}`, email: `a${index}@mai.test` }));
      const page = await panel.open('/admin/users');
      await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).focus();
      await paletteReady(page);
      const actions = countActions(page);
      await actions.press('Control+K');
      await paletteField(page).waitFor();
      await page.keyboard.type('nguyen thi mai');
      await expect(activeOption(page)).toContainText(NAME);
      await actions.press('Enter');
      await waitForScreen(page, NAME);
      expect(urlOf(page)).toBe(`/admin/users/${user.id}`);
      expect(actions.count()).toBe(2);
      await expect(palette(page)).toHaveCount(0);

      await page.goto('/admin/dashboard');
      await openPalette(page);
      await expect(activeOption(page), 'the choice before the page was loaded anew').toContainText(NAME);
      const opened = page.context().waitForEvent('page');
      await page.keyboard.press('Control+Enter');
      const tab = await opened;
      await tab.waitForURL(`**/admin/users/${user.id}`);
      await tab.close();
      expect(urlOf(page)).toBe('/admin/dashboard');
    },
  );

  test('opens the conversation of a user, content by its words and a report by its id', async ({ panel }) => {
    const user = await createUser(panel.db, { username: NAME, phone: '0912 345 678' });
    const [post] = await createPosts(panel.db, user.id, 1, () => ({ title: 'Săn mây Tà Xùa' }));
    const reportId = await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' });
    const page = await panel.open('/admin/audit');
    await openPalette(page);
    await paletteField(page).fill('+84 912 345 678');
    await optionsOf(page, 'Trò chuyện').filter({ hasText: NAME }).click();
    await eventually(() => urlOf(page)).toBe(`/admin/chat?userId=${user.id}`);
    await openPalette(page);
    await paletteField(page).fill('san may');
    await optionsOf(page, 'Nội dung').click();
    await eventually(() => urlOf(page)).toBe(`/admin/content/Post/${post?.id}`);
    await openPalette(page);
    await paletteField(page).fill(reportId);
    await expect(paletteOptions(page)).toHaveText([/Săn mây Tà Xùa/]);
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`/admin/reports/${reportId}`);
  });
});
