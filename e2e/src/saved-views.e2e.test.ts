import { expect, type Page } from '@playwright/test';
import { insertSavedView } from '../../server/src/testing/factories.ts';
import { uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { createReports, REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { toast, urlOf } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

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
  test('by keyboard alone a view is saved, and opens the same list later', BY_KEYBOARD, async ({ panel }) => {
    const name = uniqueName('Bị từ chối');
    const page = await openList(panel);
    await expect(saveButton(page)).toHaveCount(0);
    await page.getByLabel('Trạng thái', { exact: true }).selectOption('Từ chối');
    await saveButton(page).press('Enter');
    await dialog(page).getByLabel('Tên').press('Enter');
    await dialog(page).getByText('Vui lòng đặt tên cho chế độ xem').waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await toast(page, `Đã lưu chế độ xem “${name}”`).waitFor();
    await expect(view(page, name)).toHaveAttribute('aria-pressed', 'true');

    await page.goto(`${REPORTS_SCREEN}?status=pending`);
    await expect(view(page, name)).toHaveAttribute('aria-pressed', 'false');
    await view(page, name).press('Enter');
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}?status=rejected`);
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(1);
  });

  for (const list of ['/admin/users?vohieuhoa=true', '/admin/content?type=Comment', '/admin/audit?action=auth.login']) {
    const [path = ''] = list.split('?');
    test(`a view of ${path} is saved, and opens the same list later`, async ({ panel }) => {
      const name = uniqueName('Của tôi');
      const page = await panel.open(list);
      await saveButton(page).click();
      await dialog(page).getByLabel('Tên').fill(name);
      await page.keyboard.press('Enter');
      await toast(page, `Đã lưu chế độ xem “${name}”`).waitFor();
      await page.goto(path);
      await view(page, name).click();
      await eventually(() => urlOf(page)).toBe(list);
      await expect(view(page, name)).toHaveAttribute('aria-pressed', 'true');
      await page.goto(REPORTS_SCREEN);
      await page.waitForLoadState('networkidle');
      await expect(view(page, name)).toHaveCount(0);
    });
  }

  test('an opened view stores changed filters; after a deletion undo restores it', async ({ panel }) => {
    const name = uniqueName('Spam');
    await insertSavedView(panel.db, { name, query: 'reason=spam' });
    const page = await openList(panel);
    await view(page, name).click();
    await page.getByLabel('Sắp xếp').selectOption('Chờ lâu nhất');
    await expect(view(page, name)).toContainText('đã đổi bộ lọc');
    await choose(page, name, `Lưu bộ lọc hiện tại vào “${name}”`);
    await toast(page, `Đã lưu bộ lọc vào “${name}”`).waitFor();
    await expect(view(page, name)).not.toContainText('đã đổi bộ lọc');

    await choose(page, name, 'Xóa chế độ xem');
    await expect(view(page, name)).toHaveCount(0);
    await toast(page, `Đã xóa chế độ xem “${name}”`).getByRole('button', { name: 'Hoàn tác' }).click();
    await view(page, name).click();
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}?reason=spam&sort=oldest`);
  });

  test('a shared view is shown to a colleague at once, and disappears when it is unshared', async ({ panel }) => {
    const [name, shared] = [uniqueName('Của tôi'), uniqueName('Của chúng ta')];
    const hers = await newPageOfOther(panel, uniqueName('Quản trị Giang'));
    await untilLive(hers, () => hers.goto(REPORTS_SCREEN));
    const page = await openList(panel);
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
