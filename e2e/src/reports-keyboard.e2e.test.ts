import { expect, type Page } from '@playwright/test';
import { createReports, REPORTS_SCREEN, reportRow, reportTable, storedReport } from './harness/report-list.ts';
import { hold, toast, urlOf, waitForScreen } from './harness/screens.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

/** The reporter of the focused row. */
const focusedReporter = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.querySelector('bdi')?.textContent ?? '');

async function openList(panel: Panel, search = ''): Promise<Page> {
  const page = await panel.open(REPORTS_SCREEN + search);
  await reportRow(page, 'Người báo 04').waitFor();
  return page;
}

test.describe('report list by keyboard', () => {
  let ids: string[] = [];

  test.beforeEach(async ({ panel }) => {
    ids = (await createReports(panel, 4)).map(({ id }) => id).reverse();
  });

  test('j and k move the focus, and Enter opens', BY_KEYBOARD, async ({ panel }) => {
    const page = await openList(panel);
    await page.keyboard.press('j');
    await eventually(() => focusedReporter(page)).toBe('Người báo 04');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await eventually(() => focusedReporter(page)).toBe('Người báo 03');
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}/${ids[1]}`);
  });

  test('1 to 4 set the status, and the toast undoes it', BY_KEYBOARD, async ({ panel }) => {
    const page = await openList(panel);
    await page.keyboard.press('j');
    await page.keyboard.press('3');
    await reportRow(page, 'Người báo 04').getByText('Đã xử lý').waitFor();
    await eventually(async () => (await storedReport(panel, ids[0] ?? ''))?.status).toBe('resolved');
    await toast(page, 'Đã cập nhật trạng thái báo cáo').getByRole('button', { name: 'Hoàn tác' }).click();
    await reportRow(page, 'Người báo 04').getByText('Chờ xử lý').waitFor();
    await eventually(async () => (await storedReport(panel, ids[0] ?? ''))?.status).toBe('pending');
  });

  test('the focus moves to the next row when a decision removes one from the list', BY_KEYBOARD, async ({ panel }) => {
    const page = await openList(panel, '?status=pending');
    await page.keyboard.press('j');
    await page.keyboard.press('4');
    await expect(reportTable(page).locator('[data-row]')).toHaveCount(3);
    await eventually(() => focusedReporter(page)).toBe('Người báo 03');
    await page.getByText('3 báo cáo', { exact: true }).waitFor();
    const notices = toast(page, 'Đã cập nhật trạng thái báo cáo');
    await hold(notices);
    await page.keyboard.press('2');
    await eventually(() => focusedReporter(page)).toBe('Người báo 02');
    await eventually(async () => (await storedReport(panel, ids[1] ?? ''))?.status).toBe('reviewing');
    await expect(notices).toHaveCount(2);
    await notices.first().getByRole('button', { name: 'Hoàn tác' }).click();
    await eventually(() => reportTable(page).locator('[data-row]').count()).toBeGreaterThan(2);
  });

  test('x selects', BY_KEYBOARD, async ({ panel }) => {
    const page = await openList(panel);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('Đã chọn 2 báo cáo').waitFor();
    await expect(reportTable(page).locator('[aria-selected="true"]')).toHaveCount(2);
    await page.keyboard.press('x');
    await page.getByText('Đã chọn 1 báo cáo').waitFor();
  });

  test('? shows the keys, and they can be turned off permanently', BY_KEYBOARD, async ({ panel }) => {
    const page = await openList(panel);
    expect(await reportTable(page).getAttribute('aria-keyshortcuts')).toContain('J');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Phím tắt' });
    await dialog.waitFor();
    const statusKey = (key: number, status: string) =>
      `${key}Đặt trạng thái “${status}” (cho tất cả báo cáo đã chọn, nếu có)`;
    expect(await dialog.locator('dl > div').allTextContents()).toEqual([
      'jkDòng sau / trước trong danh sách',
      'EnterMở dòng đang chọn',
      'oMở báo cáo đang chọn, hoặc báo cáo đầu tiên',
      'xSpaceChọn hoặc bỏ chọn',
      statusKey(1, 'Chờ xử lý'),
      statusKey(2, 'Đang xem xét'),
      statusKey(3, 'Đã xử lý'),
      statusKey(4, 'Từ chối'),
      'g dDashboard',
      'g uQuản lý người dùng',
      'g rBáo cáo',
      'g cChat',
      'g nThông báo',
      'Ctrl+KTìm nhanh',
      '/Đến ô tìm kiếm của trang',
      '?Xem các phím tắt',
      'zXem và hoàn tác việc vừa làm',
    ]);
    await page.keyboard.press('j');
    expect(await focusedReporter(page)).toBe('');
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await reportRow(page, 'Người báo 04').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    expect(await focusedReporter(page)).toBe('');
    expect(await dialog.count()).toBe(0);
    expect(await reportTable(page).getAttribute('aria-keyshortcuts')).toBeNull();
    await page.getByRole('button', { name: 'Phím tắt' }).click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Đóng' }).click();
    await page.keyboard.press('j');
    await eventually(() => focusedReporter(page)).toBe('Người báo 04');
  });

  test(
    'keys are ignored in a select, with a modifier, in a dialog and while composing',
    BY_KEYBOARD,
    async ({ panel }) => {
      const page = await openList(panel);
      await page.keyboard.press('j');
      await eventually(() => focusedReporter(page)).toBe('Người báo 04');
      await page.keyboard.press('Control+3');
      await page.evaluate(() => {
        const row = document.activeElement;
        const press = (init: KeyboardEventInit) =>
          row?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
        press({ key: '3', isComposing: true });
        press({ key: 'Process', keyCode: 229 } as KeyboardEventInit);
        press({ key: '3', keyCode: 229 } as KeyboardEventInit);
        press({ key: '3', altKey: true });
        press({ key: '3', metaKey: true });
        press({ key: '3', repeat: true });
      });
      await page.getByLabel('Lý do', { exact: true }).focus();
      await page.keyboard.press('3');
      await reportRow(page, 'Người báo 04').getByRole('button', { name: 'Xóa' }).click();
      await page.getByRole('alertdialog').waitFor();
      await page.keyboard.press('3');
      await page.keyboard.press('Escape');
      const stored = await Promise.all(ids.map((id) => storedReport(panel, id)));
      expect(stored.map((report) => report?.status)).toEqual(['pending', 'pending', 'pending', 'pending']);
    },
  );

  test('keys are ignored while a Vietnamese input method composes', BY_KEYBOARD, async ({ panel }) => {
    const page = await openList(panel);
    await page.keyboard.press('j');
    await page.evaluate(() => {
      const box = document.createElement('textarea');
      document.querySelector('main')?.append(box);
      box.focus();
    });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'xử', selectionStart: 2, selectionEnd: 2 });
    await page.keyboard.press('x');
    await page.keyboard.press('3');
    await devtools.send('Input.insertText', { text: 'xử lý 3' });
    expect(await page.locator('textarea').inputValue()).toContain('xử lý 3');
    expect(await page.getByText(/^Đã chọn/).count()).toBe(0);
    expect((await storedReport(panel, ids[0] ?? ''))?.status).toBe('pending');
    await waitForScreen(page, 'Quản lý Báo cáo');
  });

  test('j and k move through the groups', BY_KEYBOARD, async ({ panel }) => {
    const page = await panel.open(`${REPORTS_SCREEN}?group=1`);
    const grid = page.getByRole('grid', { name: 'Danh sách đối tượng bị báo cáo' });
    await expect(grid.locator('[data-row]')).toHaveCount(4);
    // The key listener is added shortly after the rows are rendered.
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => urlOf(page)).toBe(`${REPORTS_SCREEN}/${ids[1]}`);
  });
});
