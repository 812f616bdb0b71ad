import { expect, type Page } from '@playwright/test';
import { insertPolicy } from '../../server/src/testing/moderation-factories.ts';
import { uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { toast, urlOf, waitForScreen } from './harness/screens.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, NARROW, type Panel, test } from './harness/test.ts';

const SCREEN = '/admin/policies';
const TITLE = 'Quy tắc';
const TEXT = 'Không làm phiền người khác.';
const table = (page: Page) => page.getByRole('grid', { name: 'Danh sách quy tắc' });
const row = (page: Page, title: string) => table(page).locator('[data-row]').filter({ hasText: title });
const dialog = (page: Page, title = 'Sửa quy tắc') => page.getByRole('dialog', { name: title, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const edit = (page: Page, title: string) => row(page, title).getByRole('button', { name: `Sửa quy tắc ${title}` });
const switchOff = (page: Page, title: string) => row(page, title).getByRole('button', { name: `Tắt quy tắc ${title}` });
const save = (page: Page) => page.getByRole('button', { name: 'Lưu', exact: true });

/** A stored rule with a title of its own, beside the seeded ones. */
async function keep({ db }: Panel, fields: Parameters<typeof insertPolicy>[1] = {}): Promise<string> {
  return (await insertPolicy(db, { title: uniqueName('Quy tắc thử'), text: TEXT, ...fields })).title;
}

async function openScreen(page: Page, address = SCREEN): Promise<Page> {
  await page.goto(address);
  await waitForScreen(page, TITLE);
  return page;
}

test.describe('rules screen', () => {
  test('are listed with severity, points, usual actions and counts; the filter is in the URL', async ({ panel }) => {
    const off = await keep(panel, { is_enabled: false, applied_count: 1_234, overturned_count: 5, severity: 4 });
    const page = await openScreen(await panel.newPage());
    const scam = row(page, 'Lừa đảo');
    for (const text of ['Nặng', '5 điểm · 365 ngày', 'Gỡ nội dung, Tạm khóa 30 ngày', 'Đã áp dụng: 0', 'Đang dùng']) {
      await scam.getByText(text, { exact: true }).waitFor();
    }
    await page.getByText('Đã hiển thị toàn bộ quy tắc').waitFor();
    expect(await row(page, off).count()).toBe(0);

    await page.getByRole('tab', { name: 'Đã tắt' }).click();
    for (const text of ['Rất nặng', 'Đã áp dụng: 1.234', 'Bị hủy: 5', 'Đã tắt']) {
      await row(page, off).getByText(text, { exact: true }).waitFor();
    }
    expect(urlOf(page)).toBe(`${SCREEN}?state=off`);
    expect(await row(page, 'Lừa đảo').count()).toBe(0);
    await page.getByRole('tab', { name: 'Đã tắt' }).press('ArrowRight');
    await row(page, 'Lừa đảo').waitFor();
    await row(page, off).waitFor();
    expect(urlOf(page)).toBe(`${SCREEN}?state=all`);
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Đã tắt' })).toHaveAttribute('aria-selected', 'true');
  });

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

  test('two administrators change the same rule: the second sees the change of the first, and loses nothing', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(409));
    const title = await keep(panel);
    const first = await openScreen(await panel.newPage());
    const second = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'));
    for (const page of [first, second]) await edit(page, title).click();
    await field(first, 'Nội dung cho người dùng').fill('Của người thứ nhất.');
    await save(first).click();
    await row(first, title).getByText('Của người thứ nhất.').waitFor();

    await field(second, 'Nội dung cho người dùng').fill('Của người thứ hai, dài hơn.');
    await save(second).click();
    const conflict = second.getByRole('alert');
    await conflict.getByText('Của người thứ nhất.').waitFor();
    await expect(field(second, 'Nội dung cho người dùng')).toHaveValue('Của người thứ hai, dài hơn.');
    await expect(save(second)).toBeDisabled();
    await conflict.getByRole('button', { name: 'Giữ bản của tôi' }).click();
    await save(second).click();
    await row(second, title).getByText('Của người thứ hai, dài hơn.').waitFor();
    await row(first, title).getByText('Của người thứ hai, dài hơn.').waitFor();

    for (const page of [first, second]) await edit(page, title).click();
    await field(first, 'Điểm vi phạm').fill('7');
    await save(first).click();
    await row(first, title).getByText('7 điểm · 90 ngày').waitFor();
    await field(second, 'Điểm vi phạm').fill('9');
    await save(second).click();
    await conflict.getByText('7 điểm · 90 ngày').waitFor();
    await conflict.getByRole('button', { name: 'Lấy bản mới' }).click();
    await expect(field(second, 'Điểm vi phạm')).toHaveValue('7');
    await field(second, 'Điểm vi phạm').fill('8');
    await save(second).click();
    await row(first, title).getByText('8 điểm · 90 ngày').waitFor();
  });

  test('a rule is disabled after a confirmation, enabled by the undo, and by its button later on', async ({
    panel,
  }) => {
    const title = await keep(panel);
    const page = await openScreen(await panel.newPage());
    await switchOff(page, title).click();
    const question = page.getByRole('alertdialog', { name: 'Tắt quy tắc' });
    await question.getByText(title).waitFor();
    await question.getByRole('button', { name: 'Hủy' }).click();
    await switchOff(page, title).click();
    await question.getByRole('button', { name: 'Tắt quy tắc' }).click();
    await expect(row(page, title)).toHaveCount(0);
    await toast(page, `Đã tắt quy tắc “${title}”`).getByRole('button', { name: 'Hoàn tác' }).click();
    await toast(page, `Đã bật lại quy tắc “${title}”`).waitFor();
    await row(page, title).waitFor();

    await page.getByRole('tab', { name: 'Tất cả' }).click();
    await switchOff(page, title).click();
    await question.getByRole('button', { name: 'Tắt quy tắc' }).click();
    await row(page, title).getByText('Đã tắt', { exact: true }).waitFor();
    await row(page, title)
      .getByRole('button', { name: `Bật lại quy tắc ${title}` })
      .click();
    await row(page, title).getByText('Đang dùng', { exact: true }).waitFor();
    await page.goto('/admin/audit?type=policy');
    const entries = page.locator('[data-row]').filter({ hasText: title });
    await eventually(() => entries.count()).toBe(4);
    expect(await entries.filter({ hasText: 'Tắt quy tắc' }).count()).toBe(2);
    expect(await entries.filter({ hasText: 'Bật lại quy tắc' }).count()).toBe(2);
  });

  test('an undo of a rule that another administrator has changed since is rejected, and says so', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const title = await keep(panel);
    const page = await openScreen(await panel.newPage(), `${SCREEN}?state=all`);
    const other = await openScreen(await newPageOfOther(panel, 'Quản trị Bình'), `${SCREEN}?state=all`);
    await switchOff(page, title).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tắt quy tắc' }).click();
    const undo = toast(page, `Đã tắt quy tắc “${title}”`).getByRole('button', { name: 'Hoàn tác' });
    await undo.hover();
    await row(other, title).getByText('Đã tắt', { exact: true }).waitFor();
    await edit(other, title).click();
    await field(other, 'Điểm vi phạm').fill('11');
    await save(other).click();
    await row(page, title).getByText('11 điểm · 90 ngày').waitFor();
    await undo.click();
    await toast(page, 'Quy tắc này vừa được quản trị viên khác thay đổi').waitFor();
    await row(page, title).getByText('Đã tắt', { exact: true }).waitFor();
  });

  test('are added, changed and disabled by keyboard alone', BY_KEYBOARD, async ({ panel }) => {
    const title = uniqueName('Bằng bàn phím');
    const page = await openScreen(await panel.newPage());
    await row(page, 'Lừa đảo').waitFor();
    await page.keyboard.press('n');
    await expect(field(page, 'Tên quy tắc')).toBeFocused();
    await page.keyboard.type(title);
    await page.keyboard.press('Tab');
    await page.keyboard.type(TEXT);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Mức độ')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await row(page, title).getByText('3 điểm · 90 ngày').waitFor();
    await expect(dialog(page, 'Thêm quy tắc')).toHaveCount(0);

    await page.getByRole('tab', { name: 'Đang dùng' }).focus();
    await page.keyboard.press('Tab');
    await expect(table(page).locator('[data-row]').first()).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    const own = row(page, title);
    for (let step = 0; step < 100 && !(await own.evaluate((one) => one === document.activeElement)); step += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await expect(own).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Tên quy tắc')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' nữa');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Tiếp tục sửa' }).press('Enter');
    await field(page, 'Tên quy tắc').press('Enter');
    await row(page, `${title} nữa`).waitFor();
    await expect(own, 'where the form was opened').toBeFocused();

    for (const next of [edit, switchOff]) {
      await page.keyboard.press('Tab');
      await expect(next(page, `${title} nữa`)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Tắt quy tắc' });
    await expect(question.getByRole('button', { name: 'Hủy' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row(page, `${title} nữa`)).toHaveCount(0);
    const isInTable = () => table(page).evaluate((grid) => grid.contains(document.activeElement));
    await eventually(isInTable, 'the focus goes to the next row').toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Phím tắt' }).getByText('Thêm quy tắc').waitFor();
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
  });
});

test.describe('letter templates', () => {
  const letters = (page: Page) => dialog(page, 'Thư mẫu');
  const box = (page: Page) => letters(page).getByRole('textbox', { name: 'Nội dung thư' });

  test(
    'a rule gets a text of its own, keeps it, and returns to the one of every rule',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await openScreen(await panel.newPage());
      await page.getByRole('button', { name: 'Thư mẫu' }).click();
      await expect(box(page)).toHaveValue(/^Chào \{tên\},/);
      await letters(page).getByText('Chào Nguyễn Minh Anh,').waitFor();
      await letters(page).getByLabel('Quy tắc', { exact: true }).selectOption('Lừa đảo');
      await letters(page).getByText('Quy tắc này đang dùng thư chung').waitFor();
      await box(page).fill('Chào {ten}');
      await save(page).click();
      await expect(box(page)).toHaveAccessibleDescription(/Thư này không có biến \{ten\}/);
      await box(page).fill('{tên} ơi, 1 2 3');
      await letters(page).getByText('Nguyễn Minh Anh ơi, 1 2 3').waitFor();
      await save(page).press('Enter');
      await toast(page, 'Đã lưu thư mẫu').waitFor();
      const stored = () =>
        panel.db.selectFrom('letter_templates').select('text').where('policy_key', '=', 'scam').execute();
      expect(await stored()).toEqual([{ text: '{tên} ơi, 1 2 3' }]);
      await box(page).fill('');
      await save(page).click();
      await toast(page, 'Quy tắc này dùng thư chung').waitFor();
      await expect(box(page)).toHaveValue(/^Chào \{tên\},/);
      expect(await stored()).toEqual([]);
    },
  );
});
