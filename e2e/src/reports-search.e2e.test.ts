import { expect } from '@playwright/test';
import { createUser } from './harness/data.ts';
import { createSubjects, fileReport } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportRow } from './harness/report-list.ts';
import { BY_KEYBOARD, eventually, test } from './harness/test.ts';

test.describe('report list: subjects', () => {
  test(
    'is under the type: title, image, owner and number of reports; the description on demand',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { post, author } = await createSubjects(panel);
      const reporter = await createUser(panel.db, { username: 'Trần Người Báo' });
      await fileReport(panel, { itemType: 'Post', itemId: post.id });
      await fileReport(panel, {
        itemType: 'Post',
        itemId: post.id,
        reporterId: reporter.id,
        description: 'Đòi chuyển khoản trước',
      });
      await fileReport(panel, { itemType: 'User', itemId: author.id });
      const page = await panel.open(REPORTS_SCREEN);
      const row = reportRow(page, 'Trần Người Báo');
      for (const text of ['Bài viết', 'Bán tour giá rẻ', 'Nguyễn Tác Giả', 'bị báo cáo 2 lần']) {
        // An image that is not loaded yet has the title, too.
        await row.getByText(text, { exact: true }).last().waitFor();
      }
      // The image of the evidence is loaded from its signed URL.
      await eventually(() =>
        row
          .locator('img[src*="/media/"]')
          .first()
          .evaluate((image: HTMLImageElement) => image.complete),
      ).toBe(true);
      expect(await row.getByText('Đòi chuyển khoản trước').count()).toBe(0);
      const describe = row.getByRole('button', { name: 'Mô tả' });
      await describe.press('Enter');
      await row.getByText('Đòi chuyển khoản trước').waitFor();
      expect(await describe.getAttribute('aria-expanded')).toBe('true');
      await describe.press('Enter');
      await expect(row.getByText('Đòi chuyển khoản trước')).toHaveCount(0);
    },
  );
});
