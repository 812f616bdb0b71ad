import { newId } from '../../server/src/lib/ids.ts';
import { expectAccessibleInThemes } from './harness/axe.ts';
import { createUser } from './harness/data.ts';
import { createReports, REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { hold, release } from './harness/screens.ts';
import { eventually, type Panel, SIZES, test } from './harness/test.ts';

const STATUSES = ['pending', 'reviewing', 'resolved', 'rejected'];

async function fill(panel: Panel): Promise<void> {
  const wordy = await createUser(panel.db, {
    username: 'Nguyễn Thị Tên Rất Dài Không Có Chỗ Xuống Dòng',
    email: `${'rat-dai-'.repeat(7)}@example.com`,
  });
  const shared = newId();
  await createReports(panel, 14, (index) => ({
    status: STATUSES[index % 4] ?? 'pending',
    subject_type: index % 2 === 0 ? 'TravelPost' : 'Comment',
    reason: index === 13 ? 'khôngcóchỗxuốngdòng'.repeat(6) : 'inappropriate_content',
    reporter_id: index === 12 ? 'khong-con' : wordy.id,
    ...(index < 6 && { subject_id: shared }),
  }));
}

test.describe('report list: accessibility', () => {
  for (const size of SIZES) {
    test(`with its selection, its dialogs and its groups, in both themes ${size.size}`, async ({ panel }) => {
      await fill(panel);
      const page = await panel.open(REPORTS_SCREEN, size);
      const rows = reportTable(page).locator('[data-row]');
      await rows.first().waitFor();
      await page.keyboard.press('j');
      await expectAccessibleInThemes(page, 'list');
      await page.keyboard.press('x');
      await page.getByText('Đã chọn 1 báo cáo').waitFor();
      await expectAccessibleInThemes(page, 'selection');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await expectAccessibleInThemes(page, 'help');
      await page.keyboard.press('Escape');
      await rows.first().getByRole('button', { name: 'Xóa' }).click();
      await page.getByRole('alertdialog').waitFor();
      await expectAccessibleInThemes(page, 'confirmation');
      await page.keyboard.press('Escape');
      await rows.first().focus();
      await page.keyboard.press('3');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cập nhật' }).click();
      await hold(page.locator('[data-sonner-toast]'));
      await expectAccessibleInThemes(page, 'toast');
      await release(page);
      await page.getByLabel('Gộp theo đối tượng').check();
      await eventually(() => page.locator('[data-row]').count()).toBeGreaterThan(1);
      await expectAccessibleInThemes(page, 'groups');
    });
  }
});
