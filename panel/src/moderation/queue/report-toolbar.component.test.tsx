import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { currentSearch, expectRows, openFilters, openReports, respondWithReports } from './report-queue.samples.tsx';

const filterButton = page.getByRole('button', { name: /^Lọc/ });
const chip = (text: string) => page.getByRole('button', { name: `Bỏ lọc ${text}`, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });
function bar(): Element {
  const found = document.querySelector('search');
  if (!found) throw new Error('no toolbar');
  return found;
}
const expectSearch = (search: string) => expect.poll(currentSearch).toBe(search);

/** The boxes in the toolbar of which a choice does not fit into its own width. */
function cutSelects(): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no canvas');
  return [...bar().querySelectorAll('select')].flatMap((box) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(box);
    pen.font = font;
    const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return [...box.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
  });
}

/** Whether the placeholder of the search field is shown as a whole. */
function isSearchWhole(): boolean {
  const field = bar().querySelector('input');
  if (!field) throw new Error('no search field');
  // A value is measured as the placeholder is shown.
  field.value = field.placeholder;
  const isWhole = field.scrollWidth <= field.clientWidth;
  field.value = '';
  return isWhole;
}

describe('ReportsScreen: toolbar', () => {
  afterEach(() => page.viewport(1280, 800));

  test.each([
    // The content of a window of 1440 px, beside the navigation.
    [1153, 1],
    [358, 2],
    [304, 2],
  ])('%i px for it → %i rows, nothing scrolls aside, and no choice is cut', async (width, rows) => {
    await page.viewport(width, 800);
    respondWithReports(12, (index) => ({ status: index < 5 ? 'pending' : 'reviewing' }));
    await openReports('?status=pending');
    await expectRows('05', '04', '03', '02', '01');
    expect(bar().clientHeight).toBeLessThanOrEqual(rows * 44);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(cutSelects()).toEqual([]);
  });

  test.each([1153, 913])('%i px for it, with two chips → the placeholder of the search is not cut', async (width) => {
    await page.viewport(width, 800);
    respondWithReports(12);
    await openReports('?type=Post&overdue=1');
    await expect.element(chip('Quá hạn')).toBeVisible();
    expect(isSearchWhole()).toBe(true);
  });

  test('320 px: the menu has all filters and the order, is within reach, and no day is cut', async () => {
    await page.viewport(320, 640);
    respondWithReports(3);
    await openReports();
    await expectRows('03', '02', '01');
    await openFilters();
    const menu = page.getByRole('group', { name: 'Lọc' });
    const { left, right, bottom } = menu.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
    // The page scrolls to the rest of the menu.
    expect(bottom).toBeLessThanOrEqual(document.documentElement.scrollHeight);
    expect(menu.element().scrollWidth).toBeLessThanOrEqual(menu.element().clientWidth);
    for (const day of ['Từ ngày', 'Đến ngày'])
      expect(field(day).element().scrollWidth).toBeLessThanOrEqual(field(day).element().clientWidth);
    await field('Sắp xếp').selectOptions('Chờ lâu nhất');
    await expectRows('01', '02', '03');
  });

  test('keys alone: open the menu, choose, close it with Escape, and remove the chip; the focus is never lost', async () => {
    respondWithReports(2, (index) => ({ reason: index === 0 ? 'violence' : 'spam' }));
    await openReports();
    await expectRows('02', '01');
    filterButton.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Loại')).toHaveFocus();
    await userEvent.tab();
    await expect.element(field('Lý do')).toHaveFocus();
    await userEvent.keyboard('S');
    await expectSearch('?reason=spam');
    await expectRows('02');
    await userEvent.keyboard('{Escape}');
    await expect.element(filterButton).toHaveFocus();
    await expect.element(filterButton).toHaveAttribute('aria-expanded', 'false');
    await userEvent.tab();
    await expect.element(field('Trạng thái')).toHaveFocus();
    await userEvent.tab();
    await expect.element(chip('Spam')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expectSearch('');
    await expectRows('02', '01');
    await expect.element(filterButton).toHaveFocus();
  });

  test('a day typed in the menu: Escape takes it', async () => {
    respondWithReports(1);
    await openReports();
    await expectRows('01');
    await openFilters();
    field('Từ ngày').element().focus();
    await userEvent.keyboard('10102026');
    await userEvent.keyboard('{Escape}');
    await expectSearch('?from=2026-10-10');
  });

  test('several chips: one goes by itself and leaves the focus on the next; a button resets all but the order', async () => {
    respondWithReports(1);
    await openReports('?type=Post&reason=spam&assignee=none&kind=report&overdue=1&sort=oldest');
    await expectRows('01');
    for (const text of ['Bài viết', 'Spam', 'Chưa ai nhận', 'Loại việc: Báo cáo', 'Quá hạn'])
      await expect.element(chip(text)).toBeVisible();
    chip('Bài viết').element().focus();
    await userEvent.keyboard('{Enter}');
    await expectSearch('?reason=spam&assignee=none&kind=report&overdue=1&sort=oldest');
    await expect.element(chip('Spam')).toHaveFocus();
    const reset = page.getByRole('button', { name: 'Đặt lại bộ lọc' });
    await reset.click();
    await expectSearch('?sort=oldest');
    await expect.element(filterButton).toHaveFocus();
    await expect.element(reset).not.toBeInTheDocument();
  });

  test('a press beside the menu, or on its button → closes it', async () => {
    respondWithReports(1);
    await openReports();
    await expectRows('01');
    await openFilters();
    await expect.element(field('Loại')).toBeVisible();
    await page.getByRole('heading', { name: 'Quản lý Báo cáo' }).click();
    await expect.element(field('Loại')).not.toBeInTheDocument();
    await filterButton.click();
    await expect.element(field('Loại')).toBeVisible();
    await filterButton.click();
    await expect.element(field('Loại')).not.toBeInTheDocument();
    await expect.element(filterButton).toHaveAttribute('aria-expanded', 'false');
  });
});
