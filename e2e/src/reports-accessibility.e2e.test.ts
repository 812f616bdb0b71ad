import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll } from './harness/axe.ts';
import { createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { createReports, emptyReports, REPORTS_CALL, REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { describeInBrowser, eventually, LOOKS, type Panel, test } from './harness/test.ts';

const STATUSES = ['pending', 'reviewing', 'resolved', 'rejected'];

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  await expectNoSidewaysScroll(page, state);
}

async function fill(panel: Panel): Promise<void> {
  await emptyReports(panel);
  const wordy = await createUser(panel.db, {
    username: 'Nguyễn Thị Tên Rất Dài Không Có Chỗ Xuống Dòng',
    email: `${'rat-dai-'.repeat(7)}@example.com`,
  });
  await createReports(panel, 14, (index) => ({
    status: STATUSES[index % 4] ?? 'pending',
    item_type: index % 2 === 0 ? 'TravelPost' : 'Comment',
    reason: index === 13 ? 'khôngcóchỗxuốngdòng'.repeat(6) : 'inappropriate_content',
    reporter_id: index === 12 ? 'khong-con' : wordy.id,
    item_id: index < 6 ? 'mot-bai-viet' : `bai-${index}`,
  }));
}

describeInBrowser('accessibility of the reports list', () => {
  test.for(LOOKS)('with its selection, its dialogs and its groups, in $look', async (look, { panel }) => {
    await fill(panel);
    const page = await panel.open(REPORTS_SCREEN, look);
    const rows = reportTable(page).locator('[data-row]');
    await rows.first().waitFor();
    await page.keyboard.press('j');
    await check(page, 'list');
    await page.keyboard.press('x');
    await page.getByText('Đã chọn 1 báo cáo').waitFor();
    await check(page, 'selection');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await check(page, 'help');
    await page.keyboard.press('Escape');
    await rows.first().getByRole('button').click();
    await page.getByRole('alertdialog').waitFor();
    await check(page, 'confirmation');
    await page.keyboard.press('Escape');
    await rows.first().focus();
    await page.keyboard.press('3');
    await page.locator('[data-sonner-toast]').waitFor();
    await check(page, 'notice');
    await page.getByLabel('Gộp theo đối tượng').check();
    await eventually(() => page.locator('[data-row]').count()).toBeGreaterThan(1);
    await check(page, 'groups');
  });

  test.for(LOOKS)('while it loads, when it is empty and when it has failed, in $look', async (look, { panel }) => {
    panel.expectProblem(failedRequest(500));
    await emptyReports(panel);
    const page = await panel.newPage(look);
    const mend = await spoil(page, REPORTS_CALL, { delayMs: 60_000 });
    await page.goto(REPORTS_SCREEN);
    await page.locator('[aria-busy="true"]').waitFor();
    await check(page, 'loading');
    await mend();
    await page.goto(`${REPORTS_SCREEN}?status=resolved`);
    await page.getByText('Không có báo cáo phù hợp với bộ lọc').waitFor();
    await check(page, 'nothing found');
    await spoil(page, REPORTS_CALL, { status: 500 });
    await page.reload();
    await page.getByRole('alert').waitFor();
    await check(page, 'failure');
  });
});
