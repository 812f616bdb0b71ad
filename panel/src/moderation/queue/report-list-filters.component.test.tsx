import { getPreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { exportReportCases, exportReports, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondWithPreferences } from '../../testing/preferences.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { lastPage } from '../../testing/samples.ts';
import {
  currentSearch,
  expectRows,
  openFilters,
  openReports,
  respondWithReports,
  rowOf,
  statusCount,
} from './report-queue.samples.tsx';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const total = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const expectSearch = (search: string) => expect.poll(currentSearch).toBe(search);
const rows = () => document.querySelectorAll('[data-row]').length;
const details = (text: string) => page.getByRole('row').filter({ hasText: text }).getByRole('link');

/** Presses the button for a CSV file. @returns the name under which it is saved */
async function save(): Promise<string> {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  await page.getByRole('button', { name: 'Tải CSV', exact: true }).click();
  await expect.poll(() => saved).toHaveLength(1);
  return saved[0] ?? '';
}

describe('ReportsScreen: filters', () => {
  test('are in the URL, with the counts beside them; unknown ones are ignored, and Back removes the last', async () => {
    respondWithReports(12, (index) => ({
      status: index < 5 ? 'pending' : index < 9 ? 'resolved' : 'rejected',
      itemType: index % 2 === 0 ? 'User' : 'Comment',
      reason: index % 3 === 0 ? 'violence' : 'spam',
    }));
    await openReports('?status=khong-co&x=1');
    await total('12 báo cáo');
    await expect.element(statusCount(/Chờ xử lý/)).toHaveTextContent('Chờ xử lý (5)');
    await field('Trạng thái').selectOptions('resolved');
    await total('4 báo cáo');
    await expectSearch('?status=resolved');
    await expect.element(field('Trạng thái')).toHaveValue('resolved');
    await openFilters();
    await field('Loại').selectOptions('User');
    await total('2 báo cáo');
    await expect.element(statusCount(/Chờ xử lý/)).toHaveTextContent('Chờ xử lý (3)');
    await field('Lý do').selectOptions('violence');
    await total('1 báo cáo');
    await expectSearch('?status=resolved&type=User&reason=violence');
    history.back();
    await total('2 báo cáo');
    await field('Lý do').selectOptions('harassment');
    await expect.element(page.getByText('Không có báo cáo phù hợp với bộ lọc')).toBeVisible();
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await total('12 báo cáo');
    await expectSearch('');
  });

  test('a URL with all of them: is what is asked for, and shown in the fields', async () => {
    const queue = respondWithReports(1);
    await openReports('?status=pending&type=Post&reason=spam&from=2026-10-02&to=2026-10-03&sort=oldest');
    await total('1 báo cáo');
    expect(queue.asked.at(-1)).toMatchObject({
      status: 'pending',
      itemType: 'Post',
      reason: 'spam',
      from: '2026-10-02',
      to: '2026-10-03',
      sort: 'oldest',
    });
    // The filters that are set are in sight.
    for (const chip of ['Bài viết', 'Spam', 'Từ ngày: 02/10/2026', 'Đến ngày: 03/10/2026'])
      await expect.element(page.getByRole('button', { name: `Bỏ lọc ${chip}`, exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Lọc.*4 đang dùng/ }).click();
    await expect.element(field('Lý do')).toHaveValue('spam');
    await expect.element(field('Từ ngày')).toHaveValue('2026-10-02');
  });

  test('days and the order: are in the URL, and the longest waiting come first', async () => {
    const queue = respondWithReports(3);
    await openReports();
    await expectRows('03', '02', '01');
    await openFilters();
    await field('Từ ngày').fill('2026-10-02');
    await field('Đến ngày').fill('2026-10-03');
    await field('Sắp xếp').selectOptions('Chờ lâu nhất');
    await expectRows('01', '02', '03');
    await expectSearch('?from=2026-10-02&to=2026-10-03&sort=oldest');
    expect(queue.asked.at(-1)).toMatchObject({ from: '2026-10-02', to: '2026-10-03', sort: 'oldest' });
  });

  test('by priority: only open ones, each with the terms of its priority; overdue ones can be asked for', async () => {
    const queue = respondWithReports(3, (index) => ({
      status: index === 2 ? 'resolved' : 'pending',
      dueAt: index === 2 ? null : new Date(Date.now() + 12_600_000).toISOString(),
      priority: { score: 50, terms: [{ code: 'reporters', value: 1, of: null, points: 6 }] },
    }));
    await openReports();
    await expectRows('03', '02', '01');
    await expect.element(rowOf('Người báo 02').getByText('Còn 3 giờ')).toBeVisible();
    expect(
      rowOf('Người báo 03')
        .getByText(/Còn|Quá hạn/)
        .query(),
    ).toBeNull();
    await field('Sắp xếp').selectOptions('Ưu tiên');
    await expectRows('02', '01');
    await rowOf('Người báo 02')
      .getByText(/^Ưu tiên /)
      .click();
    await expect.element(rowOf('Người báo 02').getByText('Số người báo cáo: 1')).toBeVisible();
    await openFilters();
    await field('Quá hạn').click();
    await expectSearch('?overdue=1&sort=priority');
    await expect.poll(() => queue.asked.at(-1)).toMatchObject({ isOverdue: true, sort: 'priority' });
  });

  test('a search: is asked for and in the URL; without a result it suggests fewer filters, and Escape clears it', async () => {
    const { stored } = respondWithReports(2);
    const asked: unknown[] = [];
    respondTo(listReports, ({ body }) => {
      asked.push(body.q);
      return lastPage(body.q ? [] : stored);
    });
    await openReports();
    await expect.poll(rows).toBe(2);
    await field('Tìm trong báo cáo').fill('không có ở đâu');
    await expect.element(page.getByText('Không có báo cáo phù hợp với bộ lọc')).toBeVisible();
    await expect.element(page.getByText('Thử bỏ bớt bộ lọc.')).toBeVisible();
    await expectSearch(`?q=${encodeURIComponent('không có ở đâu').replaceAll('%20', '+')}`);
    expect(asked).toContain('không có ở đâu');
    field('Tìm trong báo cáo').element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(rows).toBe(2);
    await expectSearch('');
  });

  test('status, order and grouping: are remembered, a search is not; an explicit URL wins', async () => {
    respondWithReports(3);
    respondWithPreferences();
    const first = await openReports();
    await expectRows('03', '02', '01');
    await field('Trạng thái').selectOptions('pending');
    await field('Sắp xếp').selectOptions('Chờ lâu nhất');
    await expectSearch('?status=pending&sort=oldest');
    await field('Tìm trong báo cáo').fill('nguoi bao');
    await expect.poll(currentSearch).toContain('q=nguoi');
    await first.unmount();
    const second = await openReports();
    await expectSearch('?status=pending&sort=oldest');
    await expectRows('01', '02', '03');
    await second.unmount();
    const third = await openReports('?reason=spam');
    await expectRows('03', '02', '01');
    await expectSearch('?reason=spam');
    await page.getByRole('button', { name: 'Bỏ lọc Spam' }).click();
    await expectSearch('');
    await third.unmount();
    await openReports();
    await expectRows('03', '02', '01');
    await expectSearch('');
  });
});

describe('ReportsScreen: remembered for the administrator', () => {
  test('another browser → asks for it first, and for the remembered list alone', async () => {
    const queue = respondWithReports(3);
    const changes = respondWithPreferences();
    const first = await openReports();
    await expectRows('03', '02', '01');
    await field('Sắp xếp').selectOptions('Chờ lâu nhất');
    await expect.poll(() => changes).toEqual([{ reportList: 'sort=oldest' }]);
    await first.unmount();
    localStorage.removeItem('preferences:admin');
    queue.asked.length = 0;
    const second = await openReports();
    await expectRows('01', '02', '03');
    await expectSearch('?sort=oldest');
    expect(queue.asked).toEqual([{ sort: 'oldest', limit: 50 }]);
    await second.unmount();
  });

  test('another browser, preferences that cannot be loaded → the usual list', async () => {
    localStorage.removeItem('preferences:admin');
    respondWithReports(2);
    respondTo(getPreferences, () => {
      throw new ErrorResponse('INTERNAL_ERROR');
    });
    await openReports();
    await expectRows('02', '01');
    await expectSearch('');
  });
});

describe('ReportsScreen: grouping', () => {
  test('by subject: groups in the URL, with the counts of each subject, whose link opens its newest report', async () => {
    respondWithReports(2);
    await openReports();
    await expectRows('02', '01');
    await field('Gộp').selectOptions('Gộp: Đối tượng');
    await total('2 đối tượng');
    await expectSearch('?group=1');
    const subject = page.getByRole('row').filter({ hasText: '1 báo cáo · 1 người' }).first();
    await expect.element(subject.getByText('1 đang mở')).toBeVisible();
    await details('1 báo cáo · 1 người').first().click();
    await expect.poll(currentSearch).toMatch(/^\/admin\/reports\/report-\d+-02$/);
    history.back();
    await total('2 đối tượng');
  });

  test('the order by the number of reports: is asked for and in the URL', async () => {
    const queue = respondWithReports(1);
    await openReports('?group=1');
    await total('1 đối tượng');
    await field('Sắp xếp').selectOptions('Nhiều báo cáo nhất');
    await expectSearch('?sort=reports&group=1');
    await expect.poll(() => queue.asked.at(-1)).toMatchObject({ sort: 'reports' });
  });
});

test.each([
  ['of reports', '?status=pending&sort=oldest', exportReports, { status: 'pending', sort: 'oldest' }, /^bao-cao-\d{4}/],
  ['grouped', '?reason=spam&group=1', exportReportCases, { reason: 'spam' }, /^bao-cao-theo-doi-tuong-\d{4}/],
] as const)(
  'ReportsScreen, %s: the CSV file is of the list under its filters',
  async (_, search, endpoint, body, name) => {
    const asked: unknown[] = [];
    // Before the others, of which the path of one report matches, too.
    respondTo(endpoint, (call) => {
      asked.push(call.body);
      return 'Lý do\r\nSpam\r\n';
    });
    respondWithReports(1);
    await openReports(search);
    expect(await save()).toMatch(name);
    expect(asked).toEqual([body]);
  },
);
