import { getReport, listReportCases, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ListedReport, ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { lastPage, SAMPLE_REPORT } from '../../testing/samples.ts';
import { renderWholePanel } from '../../testing/whole-panel.tsx';

const LOADED = { timeout: 10_000 };
const NOW = Date.now();
const HOUR_MS = 3_600_000;
const LONG_TITLE = 'Nhật ký Sa Pa, ba ngày hai đêm: kẹt xe một tiếng, nghe hết được nửa cuốn sách nói về rừng';

/** Rows with all that one may have, of common and of great length. */
const reportOf = (index: number): ListedReport => ({
  ...SAMPLE_REPORT,
  _id: `space-${index}`,
  reporter: {
    _id: `reporter-${index}`,
    username: index % 2 ? 'Công Tằng Tôn Nữ Trương Ngọc Kiên Cường' : 'Mai',
    email: 'cong.tang.ton.nu.truong.ngoc.kien.cuong@example.com',
    avatar: null,
  },
  itemType: index % 3 ? 'TravelPost' : 'Post',
  reportedItem: `post-${index}`,
  reason: 'inappropriate_content',
  description: 'Sai sự thật',
  status: 'reviewing',
  dueAt: new Date(NOW + (index - 3) * 5 * HOUR_MS).toISOString(),
  priority: { score: 50, terms: [{ code: 'reporters', value: 1, of: null, points: 6 }] },
  assignee: { _id: 'lan', username: 'Nguyễn Thị Ngọc Lan', avatar: null, at: new Date(NOW).toISOString() },
  subject: {
    title: index % 2 ? LONG_TITLE : 'Bán tour',
    owner: { id: 'lam', name: 'Nguyễn Đình Lâm' },
    image: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
    reports: 12,
    hasOpenAppeal: index % 4 === 0,
  },
});

/** The same of a whole subject. */
function caseOf(report: ListedReport, index: number): ReportCase {
  const { subject, assignee, dueAt, priority } = report;
  return {
    itemType: index % 3 ? 'TravelPost' : 'Post',
    itemId: String(report.reportedItem),
    reports: 120,
    reporters: 98,
    open: 43,
    pending: 3,
    openAppeals: subject?.hasOpenAppeal ? 1 : 0,
    hiddenAt: index % 2 ? report.createdAt : null,
    newest: report,
    title: subject?.title ?? '',
    author: { _id: 'lam', username: 'Nguyễn Đình Lâm', avatar: null, verified: false },
    image: subject?.image,
    assignee,
    dueAt,
    priority,
  };
}

/** The rows, from the top. */
const rowsOf = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];

/** Opens the list in a window of this size. */
async function open(width: number, height: number, search = ''): Promise<void> {
  await page.viewport(width, height);
  const reports = Array.from({ length: 30 }, (_, index) => reportOf(index));
  await renderWholePanel(`/admin/reports${search}`, () => {
    respondTo(listReports, () => lastPage(reports));
    respondTo(listReportCases, () => lastPage(reports.map(caseOf)));
    // Where the pointer happens to stand on a row, its report is fetched.
    respondTo(getReport, () => {
      throw new ErrorResponse('REPORT_NOT_FOUND');
    });
  });
  await expect.element(page.getByRole('grid', { name: /^Danh sách/ }), LOADED).toBeVisible();
  await expect.poll(() => rowsOf().length, LOADED).toBeGreaterThan(0);
}

const isWhole = (row: HTMLElement): boolean => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/** The texts of rows of which a part is cut off and that have no title. */
const cutWithoutTitle = (): string[] =>
  rowsOf()
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>('*')])
    .filter(({ className }) => /truncate|line-clamp/.test(String(className)))
    .filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
    )
    .filter((element) => !element.closest('[title]'))
    .map(({ textContent }) => textContent);

describe('ReportsScreen: space', () => {
  afterEach(() => page.viewport(1280, 800));

  test.each(['?status=reviewing', '?sort=priority', '?status=open&group=1', '?sort=priority&group=1'])(
    '1440 × 900, %s → 12 whole rows under head and toolbar',
    async (search) => {
      await open(1440, 900, search);
      await expect.poll(() => rowsOf().filter(isWhole).length).toBeGreaterThanOrEqual(12);
      await expect.poll(() => Math.max(...rowsOf().map((row) => row.offsetHeight))).toBeLessThanOrEqual(56);
      await expect.poll(cutWithoutTitle).toEqual([]);
    },
  );

  test.each([
    [320, 640, '', 200],
    [390, 844, '', 200],
    [320, 640, '?group=1', 240],
    [390, 844, '?group=1', 200],
  ])('%i × %i %s → the first report is in sight as a whole', async (width, height, search, most) => {
    await open(width, height, search);
    await expect.poll(() => rowsOf().slice(0, 1).map(isWhole)).toEqual([true]);
    await expect.poll(() => rowsOf()[0]?.offsetHeight).toBeLessThanOrEqual(most);
    await expect.poll(cutWithoutTitle).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test('what is reported is bolder than the one who reports it', async () => {
    await open(1440, 900);
    const weightOf = (text: string) =>
      Number(getComputedStyle(page.getByText(text, { exact: true }).first().element()).fontWeight);
    expect(weightOf('Bán tour')).toBeGreaterThan(weightOf('Mai'));
  });
});
