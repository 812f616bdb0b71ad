import { expect, type Page } from '@playwright/test';
import { decide } from './harness/decision-sheet.ts';
import { createSubjects, fileReport, historyOf, reportScreen, section, statusBox } from './harness/report-detail.ts';
import { REPORTS_SCREEN } from './harness/report-list.ts';
import { test } from './harness/test.ts';

const HIDDEN = 'Đã ẩn tạm';
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Ra quyết định' });
const open = (page: Page) => page.getByRole('button', { name: 'Vi phạm…', exact: true }).click();
async function decideHarmless(page: Page): Promise<void> {
  await sheet(page).getByRole('radio', { name: 'Không vi phạm' }).check();
  await decide(page);
  await expect(sheet(page)).toHaveCount(0);
}

test.describe('report list: automatic rules', () => {
  test('hidden content is first until it is decided, and says so; "no violation" restores it', async ({ panel }) => {
    const { db } = panel;
    await db.updateTable('moderation_settings').set({ is_hiding_on: true, hiding_reporters: 2 }).execute();
    const { post, travelPost } = await createSubjects(panel);
    const item = { itemType: 'Post', itemId: post.id } as const;
    await fileReport(panel, item);
    const id = await fileReport(panel, item);
    await fileReport(panel, { itemType: 'TravelPost', itemId: travelPost.id });

    const page = await panel.open(REPORTS_SCREEN);
    await page.getByLabel('Gộp', { exact: true }).selectOption('Gộp: Đối tượng');
    const rows = page.getByRole('grid').locator('[data-row]');
    await expect(rows).toHaveCount(2);
    await rows.first().filter({ hasText: 'Bán tour giá rẻ' }).getByText(HIDDEN, { exact: true }).waitFor();
    expect(await rows.last().getByText(HIDDEN).count()).toBe(0);

    await page.goto(reportScreen(id));
    await section(page, 'Đối tượng bị báo cáo').getByText(HIDDEN).waitFor();
    expect(await page.getByText('Nội dung gốc đã bị xóa').count()).toBe(0);
    await open(page);
    await sheet(page).getByText(HIDDEN).waitFor();
    await sheet(page).getByRole('radio', { name: 'Không vi phạm' }).check();
    await sheet(page).getByText('Nội dung đang ẩn tạm hiện lại trên ứng dụng').waitFor();
    await decideHarmless(page);
    await expect(section(page, 'Đối tượng bị báo cáo').getByText(HIDDEN)).toHaveCount(0);
    const { deleted_at } = await db
      .selectFrom('posts')
      .select('deleted_at')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).toBeNull();
  });

  test('a report of a harmless subject is closed at once; for another reason it says so', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const item = { itemType: 'Post', itemId: post.id } as const;
    const page = await panel.newPage();
    await page.goto(reportScreen(await fileReport(panel, item)));
    await statusBox(page).waitFor();
    await open(page);
    await decideHarmless(page);

    await page.goto(reportScreen(await fileReport(panel, item)));
    await expect(statusBox(page)).toHaveText('Từ chối');
    await historyOf(page).filter({ hasText: 'Hệ thống' }).getByText('chưa thay đổi từ đó').waitFor();

    await page.goto(reportScreen(await fileReport(panel, { ...item, reason: 'violence' })));
    await expect(statusBox(page)).toHaveText('Chờ xử lý');
    const said = /^Đã xem xét .+ bởi .+, không vi phạm$/;
    await section(page, 'Đối tượng bị báo cáo').getByText(said).waitFor();
    await open(page);
    await sheet(page).getByText(said).waitFor();
  });
});
