import { EXPORT_MAX_ROWS } from '@hai-dang/contract/constants.ts';
import { exportUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { ExportButton } from './export-button.tsx';

const button = () => page.getByRole('button', { name: 'Tải CSV', exact: true });
const cancel = () => page.getByRole('button', { name: 'Hủy tải CSV' });
const csvOf = (rows: number) => `Tên\r\n${'Lan\r\n'.repeat(rows)}`;
const saved: string[] = [];

const show = () =>
  renderPanel(<ExportButton endpoint={exportUsers} body={{}} fileName={(day) => `nguoi-dung-${day}.csv`} />);

beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return () => vi.mocked(HTMLAnchorElement.prototype.click).mockRestore();
});

describe('ExportButton', () => {
  test('a press: says how many rows there are, and saves the file of today', async () => {
    const response = Promise.withResolvers<string>();
    respondTo(exportUsers, () => response.promise);
    await show();
    await button().click();
    await expect.element(page.getByText('Đang tải, 0 dòng')).toBeVisible();
    await expect.element(cancel()).toHaveAttribute('aria-busy', 'true');
    response.resolve(csvOf(120));
    await expect.element(page.getByText('Đã tải tệp CSV, 120 dòng')).toBeVisible();
    expect(saved).toEqual([expect.stringMatching(/^nguoi-dung-\d{4}-\d\d-\d\d\.csv$/)]);
    await expect.element(button()).toHaveFocus();
    await expect.element(page.getByText(/^Đang tải, /)).not.toBeInTheDocument();
  });

  test('a press meanwhile: cancels it, saves nothing, says nothing, and keeps the focus', async () => {
    const response = Promise.withResolvers<string>();
    respondTo(exportUsers, () => response.promise);
    await show();
    button().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cancel()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button()).toHaveFocus();
    await expect.element(page.getByText(/^Đang tải, /)).not.toBeInTheDocument();
    response.resolve(csvOf(1));
    await response.promise;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    expect(saved).toEqual([]);
  });

  test('more rows than a file holds: says that the list goes on', async () => {
    respondTo(exportUsers, () => csvOf(EXPORT_MAX_ROWS + 1));
    await show();
    await button().click();
    await expect.element(page.getByText('Tệp CSV chỉ có 100.000 dòng đầu, danh sách vẫn còn')).toBeVisible();
    expect(saved).toHaveLength(1);
  });

  test.each([
    ['a failing server', new ErrorResponse('TOO_MANY_EXPORTS'), 'Bạn đang tải nhiều tệp CSV, hãy chờ một tệp tải xong'],
    ['no network', new TypeError('Failed to fetch'), 'Không thể tải tệp CSV'],
  ])('%s: says why, and a further press tries again', async (_, error, message) => {
    let isFailing = true;
    respondTo(exportUsers, () => {
      if (isFailing) throw error;
      return csvOf(1);
    });
    await show();
    await button().click();
    await expect.element(page.getByText(message)).toBeVisible();
    expect(saved).toEqual([]);
    isFailing = false;
    await button().click();
    await expect.element(page.getByText('Đã tải tệp CSV, 1 dòng')).toBeVisible();
  });
});
