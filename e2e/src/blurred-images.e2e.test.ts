import { expect, type Locator, type Page } from '@playwright/test';
import { ownAdmin } from './harness/data.ts';
import { createSubjects, DETAIL_TITLE, fileReport, reportScreen } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const ACCOUNT = '/admin/account';
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const image = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Xem ảnh ${number} trên`) });
/** The CSS filter that an image is shown with. */
const filterOf = (button: Locator) =>
  button.evaluate((element) => {
    for (let each: Element | null = element.querySelector('img'); each && each !== element; each = each.parentElement) {
      const { filter } = getComputedStyle(each);
      if (filter !== 'none') return filter;
    }
    return 'none';
  });

async function reportPost(panel: Panel) {
  const { post } = await createSubjects(panel);
  return fileReport(panel, { itemType: 'Post', itemId: post.id });
}
async function prefer(panel: Panel, report_images: string): Promise<void> {
  const { id } = await ownAdmin(panel);
  const row = { user_id: id, report_images, updated_at: new Date() };
  await panel.db
    .insertInto('administrator_preferences')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
async function openReport(panel: Panel, id: string, page?: Page): Promise<Page> {
  const opened = page ?? (await panel.newPage());
  await opened.goto(reportScreen(id));
  await waitForScreen(opened, DETAIL_TITLE);
  return opened;
}

test.describe('images in reports', () => {
  test('are blurred in every browser of the administrator who chooses that, at once in open tabs, and of nobody else', async ({
    panel,
  }) => {
    const id = await reportPost(panel);
    const page = await panel.open(ACCOUNT);
    await expect(choice(page, 'Hiện')).toBeChecked();
    const tab = await openReport(panel, id);
    const other = await openReport(panel, id, await newPageOfOther(panel, 'Quản trị Bình'));
    await tab.waitForLoadState('networkidle');
    expect(await filterOf(image(tab, 1))).toBe('none');
    await choice(page, 'Làm mờ').check();
    await eventually(() => filterOf(image(tab, 1))).toMatch(/^blur/);
    const device = await openReport(panel, id);
    await eventually(() => filterOf(image(device, 1))).toMatch(/^blur/);
    expect(await filterOf(image(other, 1))).toBe('none');
    await choice(page, 'Đen trắng').check();
    for (const each of [tab, device]) await eventually(() => filterOf(image(each, 1))).toMatch(/^grayscale/);
    await page.reload();
    await expect(choice(page, 'Đen trắng')).toBeChecked();
    await choice(page, 'Hiện').check();
    await eventually(() => filterOf(image(tab, 1))).toBe('none');
  });

  test('a click unblurs one image until the page is left; a second click opens the viewer', async ({ panel }) => {
    await prefer(panel, 'blur');
    const id = await reportPost(panel);
    const page = await openReport(panel, id);
    const [first, second] = [image(page, 1), image(page, 2)];
    await eventually(() => filterOf(first)).toMatch(/^blur/);
    await first.click();
    await eventually(() => filterOf(first)).toBe('none');
    expect(await filterOf(second)).toMatch(/^blur/);
    expect(await page.getByRole('dialog', { name: 'Xem ảnh' }).count()).toBe(0);
    await first.click();
    const viewer = page.getByRole('dialog', { name: 'Xem ảnh' });
    await viewer.getByRole('img').waitFor();
    await viewer.getByRole('button', { name: 'Ảnh sau' }).click();
    const slide = viewer.getByRole('button', { name: /^Xem ảnh, đang làm mờ/ });
    expect(await filterOf(slide)).toMatch(/^blur/);
    await slide.press('Enter');
    await expect(slide).toHaveCount(0);
    await viewer.getByRole('img').waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => filterOf(second)).toBe('none');
    await page.goto(REPORTS_SCREEN);
    await reportTable(page).locator('[data-row]').first().waitFor();
    await page.goBack();
    await waitForScreen(page, DETAIL_TITLE);
    for (const each of [first, second]) await eventually(() => filterOf(each)).toMatch(/^blur/);
  });
});
