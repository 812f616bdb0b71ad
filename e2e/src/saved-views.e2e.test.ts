import { expect, type Page } from '@playwright/test';
import { uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { createReports, openFilters, REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { type Panel, test } from './harness/test.ts';

const views = (page: Page) => page.getByRole('list', { name: 'Chế độ xem đã lưu' });
const view = (page: Page, name: string) => views(page).getByRole('button', { name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Lưu chế độ xem' });
const dialog = (page: Page, title = 'Lưu chế độ xem') => page.getByRole('dialog', { name: title });

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Thao tác với chế độ xem “${name}”` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** One pending report for spam and one rejected for another reason. */
async function openList(panel: Panel): Promise<Page> {
  const fields = [{ status: 'pending' }, { status: 'rejected', reason: 'fake' }] as const;
  await createReports(panel, 2, (index) => fields[index] ?? {});
  const page = await panel.open(REPORTS_SCREEN);
  await expect(reportTable(page).locator('[data-row]')).toHaveCount(2);
  return page;
}

test.describe('saved views', () => {
  test('a shared view is shown to a colleague at once, and disappears when it is unshared', async ({ panel }) => {
    const [name, shared] = [uniqueName('Của tôi'), uniqueName('Của chúng ta')];
    const hers = await newPageOfOther(panel, uniqueName('Quản trị Giang'));
    await untilLive(hers, () => hers.goto(REPORTS_SCREEN));
    const page = await openList(panel);
    await openFilters(page);
    await page.getByLabel('Lý do', { exact: true }).selectOption('Spam');
    await saveButton(page).click();
    await dialog(page).getByLabel('Tên').fill(name);
    await dialog(page).getByRole('button', { name: 'Lưu' }).click();
    await view(page, name).waitFor();
    await choose(page, name, 'Đổi tên hoặc chia sẻ');
    await dialog(page, 'Sửa chế độ xem').getByLabel('Tên').fill(shared);
    await dialog(page, 'Sửa chế độ xem').getByLabel('Dùng chung với mọi quản trị viên').check();
    await dialog(page, 'Sửa chế độ xem').getByRole('button', { name: 'Lưu' }).click();
    await view(hers, shared).waitFor();
    expect(await view(hers, name).count()).toBe(0);

    await choose(page, shared, 'Đổi tên hoặc chia sẻ');
    await dialog(page, 'Sửa chế độ xem').getByLabel('Dùng chung với mọi quản trị viên').uncheck();
    await dialog(page, 'Sửa chế độ xem').getByRole('button', { name: 'Lưu' }).click();
    await expect(view(hers, shared)).toHaveCount(0);
    await view(page, shared).waitFor();
  });
});
