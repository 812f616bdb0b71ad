import { createReporter } from './harness/filed-reports.ts';
import { bell } from './harness/notifications.ts';
import { decidable } from './harness/report-detail.ts';
import { openListening, REPORTS_SCREEN } from './harness/report-list.ts';
import { openAsOther } from './harness/second-admin.ts';
import { test } from './harness/test.ts';

test.describe('notifications bell: counts of new reports', () => {
  test('bell: a decided report is not counted, for its administrator and, once it is closed, for all', async ({
    panel,
  }) => {
    const page = await openListening(panel, '/admin/dashboard');
    const other = await openAsOther(panel, '/admin/dashboard', 'Trưởng ca');
    await bell(other, 0).waitFor();
    const id = await (await createReporter(panel, 'Người vừa báo')).file();
    for (const one of [page, other]) await bell(one, 1).waitFor();
    await page.goto(`${REPORTS_SCREEN}/${id}`);
    await decidable(page);
    await page.keyboard.press('2');
    await bell(page, 0).waitFor();
    await bell(other, 1).waitFor();
    await page.keyboard.press('3');
    await bell(other, 0).waitFor();
  });
});
