import { expect } from '@playwright/test';
import { expectAccessibleInThemes } from './harness/axe.ts';
import { createPosts, createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { openPalette, optionsOf, palette, paletteButton, paletteField, QUICK_SEARCH_CALL } from './harness/palette.ts';
import { fileReport } from './harness/report-detail.ts';
import { SIZES, test } from './harness/test.ts';

const LONG_NAME = 'Nguyễn Thị Tên Rất Dài Không Có Chỗ Xuống Dòng';

test.describe('palette: accessibility', () => {
  for (const size of SIZES) {
    test(`of the palette, its results, its empty state and its error ${size.size}`, async ({ panel }) => {
      panel.expectProblem(failedRequest(500));
      const user = await createUser(panel.db, { username: LONG_NAME, email: `${'rat-dai-'.repeat(7)}@example.com` });
      const [post] = await createPosts(panel.db, user.id, 1, () => ({ content: `${LONG_NAME} `.repeat(9) }));
      await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '' });
      const page = await panel.open(`/admin/users/${user.id}`, size);
      await expect(paletteButton(page)).toBeInViewport({ ratio: 1 });
      await openPalette(page);
      await expectAccessibleInThemes(page, 'palette');
      await paletteField(page).fill('nguyen thi ten');
      await optionsOf(page, 'Nội dung').first().waitFor();
      await expect(palette(page)).toBeInViewport({ ratio: 1 });
      await expectAccessibleInThemes(page, 'results');
      await paletteField(page).fill('khôngcógì'.repeat(9));
      await palette(page).getByText('Không tìm thấy gì cho').last().waitFor();
      await expectAccessibleInThemes(page, 'no results');
      await spoil(page, QUICK_SEARCH_CALL, { status: 500 });
      await paletteField(page).fill('mai');
      await palette(page).getByRole('alert').waitFor();
      await expectAccessibleInThemes(page, 'failed search');
    });
  }
});
