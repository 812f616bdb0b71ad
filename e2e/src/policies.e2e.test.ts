import { expect, type Page } from '@playwright/test';
import { insertPolicy } from '../../server/src/testing/moderation-factories.ts';
import { uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { toast, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { NARROW, type Panel, test } from './harness/test.ts';

const SCREEN = '/admin/policies';
const TITLE = 'Quy tắc';
const table = (page: Page) => page.getByRole('grid', { name: 'Danh sách quy tắc' });
const row = (page: Page, title: string) => table(page).locator('[data-row]').filter({ hasText: title });
const dialog = (page: Page, title = 'Sửa quy tắc') => page.getByRole('dialog', { name: title, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const edit = (page: Page, title: string) => row(page, title).getByRole('button', { name: `Sửa quy tắc ${title}` });
const save = (page: Page) => page.getByRole('button', { name: 'Lưu', exact: true });

/** A stored rule with a title of its own, beside the seeded ones. */
async function keep({ db }: Panel): Promise<string> {
  return (await insertPolicy(db, { title: uniqueName('Quy tắc thử'), text: 'Không làm phiền người khác.' })).title;
}

async function openScreen(page: Page): Promise<Page> {
  await page.goto(SCREEN);
  await waitForScreen(page, TITLE);
  return page;
}

test.describe('rules screen', () => {
  test('a rule is added and changed; an invalid field has an error, and others see each change', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const taken = await keep(panel);
    const title = uniqueName('Bán hàng cấm');
    const page = await openScreen(await panel.newPage());
    const other = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'));
    await other.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Thêm quy tắc' }).click();
    const adding = dialog(page, 'Thêm quy tắc');
    await expect(field(page, 'Tên quy tắc')).toBeFocused();
    await field(page, 'Điểm vi phạm').fill('nhiều');
    await save(page).click();
    for (const text of [
      'Tên quy tắc cần ít nhất 3 ký tự',
      'Nội dung cần ít nhất 10 ký tự',
      'Điểm là một số nguyên từ 0 đến 20',
    ]) {
      await adding.getByText(text).waitFor();
    }
    await expect(field(page, 'Tên quy tắc')).toBeFocused();
    await field(page, 'Tên quy tắc').fill(taken.toUpperCase());
    await field(page, 'Nội dung cho người dùng').fill('Không rao bán hàng cấm. Ví dụ: pháo nổ.');
    await field(page, 'Điểm vi phạm').fill('4');
    await field(page, 'Hết hạn sau').fill('180');
    await adding.getByLabel('Mức độ').selectOption('Nặng');
    await adding.getByRole('checkbox', { name: 'Tạm khóa' }).check();
    await adding.getByRole('checkbox', { name: 'Cảnh cáo' }).uncheck();
    await field(page, 'Tạm khóa (ngày)').fill('14');
    await save(page).click();
    await adding.getByText('Đã có quy tắc khác mang tên này').waitFor();
    await field(page, 'Tên quy tắc').fill(title);
    await save(page).click();
    await toast(page, `Đã thêm quy tắc “${title}”`).waitFor();
    await expect(adding).toHaveCount(0);
    for (const each of [page, other]) {
      await row(each, title).getByText('4 điểm · 180 ngày').waitFor();
      await row(each, title).getByText('Gỡ nội dung, Tạm khóa 14 ngày').waitFor();
    }

    await edit(page, title).click();
    await expect(field(page, 'Tạm khóa (ngày)')).toHaveValue('14');
    await field(page, 'Điểm vi phạm').fill('0');
    await save(page).click();
    for (const each of [page, other]) await row(each, title).getByText('Không tính điểm').waitFor();
    await page.goto('/admin/audit?type=policy');
    const entry = page.locator('[data-row]').filter({ hasText: title }).filter({ hasText: 'Sửa quy tắc' });
    await entry.getByRole('button', { name: 'Chi tiết' }).click();
    await entry.getByRole('row', { name: 'Điểm vi phạm 4 0' }).waitFor();
  });

  test('the entry in the menu is below "Quản trị", on a narrow screen too', async ({ panel }) => {
    const page = await panel.open('/admin/dashboard', { viewport: NARROW });
    await page.getByRole('button', { name: 'Mở menu' }).click();
    const own = page.getByRole('list', { name: 'Quản trị' });
    expect(await own.getByRole('link').allTextContents()).toEqual([
      'Nội dung',
      'Khiếu nại',
      'Quy tắc',
      'Thiết lập',
      'Thống kê',
      'Quản trị viên',
      'Nhật ký',
      'Hướng dẫn',
    ]);
    await own.getByRole('link', { name: 'Quy tắc' }).click();
    await waitForScreen(page, TITLE);
    await page.getByRole('button', { name: 'Mở menu' }).click();
    await own.getByRole('link', { name: 'Thống kê' }).click();
    await waitForScreen(page, 'Thống kê');
  });
});
