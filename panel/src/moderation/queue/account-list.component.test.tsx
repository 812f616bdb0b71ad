import type { ListReportAccountsBody, ReportAccount } from '@hai-dang/contract/moderation/report-accounts.schema.ts';
import { listReportAccounts } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { respondTo } from '../../testing/responses.ts';
import { lastPage } from '../../testing/samples.ts';
import { currentSearch, expectFocus, openFilters, openReports, respondWithReports } from './report-queue.samples.tsx';

const LOADED = { timeout: 10_000 };
const HOUR_MS = 3_600_000;
const field = (label: string) => page.getByLabelText(label, { exact: true });
const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

const accountOf = (index: number, fields: Partial<ReportAccount> = {}): ReportAccount => ({
  account: { _id: `lam-${index}`, username: `Nguyễn Đình Lâm ${index}`, avatar: null, isVerified: index === 0 },
  reports: 12,
  subjects: 5,
  severity: 3,
  dueAt: new Date(Date.now() + 3.5 * HOUR_MS).toISOString(),
  assignee: null,
  ...fields,
});

/** Opens the list of these accounts. @returns the bodies of its calls, and what sends events */
async function openAccounts(accounts: () => readonly ReportAccount[], search = '?group=account') {
  const asked: ListReportAccountsBody[] = [];
  // Before the others, of which the path of one report matches, too.
  respondTo(listReportAccounts, ({ body }) => {
    asked.push(body);
    return lastPage([...accounts()]);
  });
  respondWithReports(2);
  const { send } = await openReports(search);
  return { asked, send };
}
const rowsShown = (count: number) => expect.poll(() => rowsOf().length, LOADED).toBe(count);

describe('ReportsScreen, grouped by account', () => {
  afterEach(() => page.viewport(1280, 800));

  test('a row → what is open, the account, the highest severity, the earliest due time and who has it; Enter opens the account', async () => {
    const assignee = { _id: 'lan', username: 'Lan', avatar: null, at: new Date().toISOString() };
    await openAccounts(() => [accountOf(0, { assignee }), accountOf(1)]);
    await rowsShown(2);
    await expect.element(page.getByText('2 tài khoản', { exact: true })).toBeVisible();
    expect(rowsOf()[0]?.textContent).toMatch(
      /^12 báo cáo · 5 đối tượngNguyễn Đình Lâm 0đã xác minhNặngCòn 3 giờ · Người phụ trách:LanChi tiết/,
    );
    await expectAccessible('reported accounts');
    await userEvent.keyboard('j');
    await expectFocus('lam-0');
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentSearch).toBe('/admin/users/lam-0');
  });

  test('chosen in the toolbar → asks with the filters that it has; words, days and status are not offered', async () => {
    const { asked } = await openAccounts(() => [accountOf(0)], '?status=pending&type=Post');
    await field('Gộp').selectOptions('Gộp: Tài khoản');
    await rowsShown(1);
    expect(asked.at(-1)).toEqual({ itemType: 'Post', limit: 50 });
    for (const label of ['Tìm trong báo cáo', 'Trạng thái']) await expect.element(field(label)).not.toBeInTheDocument();
    await openFilters();
    await expect.element(field('Từ ngày')).not.toBeInTheDocument();
    await field('Quá hạn').click();
    await field('Sắp xếp').selectOptions('Đến hạn trước');
    await expect.poll(currentSearch).toBe('?type=Post&overdue=1&sort=due&group=account');
    await expect.poll(() => asked.at(-1)).toEqual({ itemType: 'Post', isOverdue: true, sort: 'due', limit: 50 });
    await field('Gộp').selectOptions('Không gộp');
    await expect.poll(currentSearch).not.toContain('group');
    await expect.element(page.getByRole('grid', { name: 'Danh sách báo cáo', exact: true })).toBeVisible();
  });

  test('a decision of a colleague → the row goes by itself', async () => {
    const accounts = [accountOf(0), accountOf(1)];
    const { send } = await openAccounts(() => accounts);
    await rowsShown(2);
    accounts.pop();
    send(casesChanged, { itemType: 'Post', itemId: 'post-1' });
    await rowsShown(1);
  });

  test.each([
    [1440, 900, 56, 12],
    [390, 844, 130, 4],
    [320, 640, 160, 1],
  ])('%i × %i → rows of at most %i px, at least %i of them whole', async (width, height, most, count) => {
    await page.viewport(width, height);
    const assignee = { _id: 'lan', username: 'Nguyễn Thị Ngọc Lan', avatar: null, at: new Date().toISOString() };
    await openAccounts(() => Array.from({ length: 30 }, (_, index) => accountOf(index, { assignee, reports: 1_200 })));
    await expect.poll(() => rowsOf().length, LOADED).toBeGreaterThan(count);
    expect(Math.max(...rowsOf().map(({ offsetHeight }) => offsetHeight))).toBeLessThanOrEqual(most);
    const isWhole = (row: HTMLElement) => row.getBoundingClientRect().bottom <= window.innerHeight;
    expect(rowsOf().filter(isWhole).length).toBeGreaterThanOrEqual(count);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
