import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDateShort } from '../lib/format.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { testListKeys } from '../testing/list-keys.tsx';
import { respondWithCounts } from '../testing/record-counts.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { firstPage, lastPage, SAMPLE_USER } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { UsersScreen } from './users-screen.tsx';

beforeEach(() => {
  respondWithCounts();
});

testStates('UsersScreen', {
  render: () => <UsersScreen views={() => null} />,
  endpoint: listUsers,
  filled: { success: true, data: [SAMPLE_USER], pagination: { total: 1, totalRelation: 'eq', nextCursor: null } },
  shows: 'Võ Thị Lan',
  empty: {
    response: { success: true, data: [], pagination: { total: 0, totalRelation: 'eq', nextCursor: null } },
    says: 'Không có người dùng nào',
  },
  loading: 'Đang tải danh sách người dùng...',
  failed: 'Không thể tải danh sách người dùng',
  hidesReason: true,
});

testStates('UsersScreen, a search', {
  render: () => <UsersScreen views={() => null} />,
  path: '/admin/users?q=lan',
  endpoint: searchUsers,
  filled: {
    success: true,
    data: { users: [SAMPLE_USER], pagination: { total: 1, totalRelation: 'eq', nextCursor: null } },
  },
  shows: 'Võ Thị Lan',
  empty: {
    response: { success: true, data: { users: [], pagination: { total: 0, totalRelation: 'eq', nextCursor: null } } },
    says: 'Không tìm thấy người dùng phù hợp',
  },
  loading: 'Đang tải danh sách người dùng...',
  failed: 'Lỗi khi tìm kiếm người dùng',
  hidesReason: true,
});

const THREE = lastPage(['lan', 'mai', 'hoa'].map((_id) => ({ ...SAMPLE_USER, _id })));

testListKeys('UsersScreen', {
  render: () => <UsersScreen views={() => null} />,
  path: '/admin/users',
  respond: () => respondTo(listUsers, () => THREE),
});

test('UsersScreen: x and Space select and deselect the active row, which keeps the focus; Enter opens the account', async () => {
  respondTo(listUsers, () => THREE);
  await renderPanel(<UsersScreen views={() => null} />, '/admin/users');
  await expect.element(page.getByText('Võ Thị Lan').first()).toBeVisible();
  const bar = page.getByRole('region', { name: 'Người dùng đã chọn' });
  const active = () => document.activeElement?.getAttribute('data-row');
  for (const [key, text, row] of [
    ['jx', 'Đã chọn 1 người dùng', 'lan'],
    ['j ', 'Đã chọn 2 người dùng', 'mai'],
    ['x', 'Đã chọn 1 người dùng', 'mai'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(bar.getByText(text)).toBeVisible();
    expect(active()).toBe(row);
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/users/mai');
});

const PAGE = 50;
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const userOf = (index: number): UserSummary => ({ ...SAMPLE_USER, _id: `user-${index}`, username: `Bạn ${index}` });

test('UsersScreen: a row has name, e-mail, verification, role and status; an administrator cannot be selected', async () => {
  const until = '2026-12-24T00:00:00.000Z';
  const data: UserSummary[] = [
    SAMPLE_USER,
    { ...SAMPLE_USER, _id: 'duc', username: 'Trần Văn Đức', xacMinhDanhTinh: false, vohieuhoa: true },
    { ...SAMPLE_USER, _id: 'mai', username: 'Mai', vohieuhoa: true, disabledUntil: until },
    { ...SAMPLE_USER, _id: 'admin', username: 'admin', role: 'admin' },
  ];
  respondTo(listUsers, () => lastPage(data));
  await renderPanel(<UsersScreen views={() => null} />);
  await expect.element(page.getByText('4 người dùng')).toBeVisible();
  await expect.element(rowOf('admin')).toBeVisible();
  const headers = page.getByRole('columnheader').elements();
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Chọn tất cả',
    'Người dùng',
    'Xác minh danh tính',
    'Vai trò',
    'Trạng thái',
    'Hoạt động cuối',
    'Điểm',
    'Báo cáo mở',
    'Hành động',
  ]);
  for (const [name, texts] of Object.entries({
    'Võ Thị Lan': ['lan@example.com', 'Đã xác minh', 'Người dùng', 'Bình thường'],
    'Trần Văn Đức': ['Chưa xác minh', 'Đã vô hiệu hóa'],
    Mai: ['Tạm khóa', `đến ${formatDateShort(until)}`],
    admin: ['Quản trị viên'],
  })) {
    for (const text of texts) expect(rowOf(name).element().textContent).toContain(text);
  }
  await expect.element(rowOf('Võ Thị Lan').getByRole('checkbox')).toBeInTheDocument();
  expect(rowOf('admin').getByRole('checkbox').elements()).toEqual([]);
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(320, 640);
  await expect.element(rowOf('Mai').getByText(`đến ${formatDateShort(until)}`)).toBeVisible();
});

const DAYS_3_MS = 3 * 86_400_000;
const ACTIVE: UserSummary = {
  ...SAMPLE_USER,
  email: 'một-địa-chỉ-thư-rất-dài-không-vừa-một-hàng@example.com',
  lastActive: new Date(Date.now() - DAYS_3_MS).toISOString(),
};
const QUIET: UserSummary = { ...SAMPLE_USER, _id: 'duc', username: 'Trần Văn Đức', lastActive: null };

test('UsersScreen: last active, points and open reports, from one call; the reports open filtered by the account', async () => {
  const asked = respondWithCounts({ lan: { points: 12, openReports: 3 } });
  respondTo(listUsers, () => lastPage([ACTIVE, QUIET]));
  await renderPanel(<UsersScreen views={() => null} />, '/admin/users');
  const link = rowOf('Võ Thị Lan').getByRole('link', { name: '3 báo cáo mở về Võ Thị Lan' });
  await expect.element(link).toBeVisible();
  const texts = (name: string) =>
    rowOf(name)
      .getByRole('gridcell')
      .elements()
      .map(({ textContent }) => textContent);
  expect(texts('Võ Thị Lan').slice(5, 8)).toEqual(['3 ngày trước', '12', '3']);
  await expect.element(rowOf('Trần Văn Đức')).toBeVisible();
  expect(texts('Trần Văn Đức').slice(5, 8)).toEqual(['Chưa hoạt động', '0', '0']);
  await expect
    .element(page.getByText('3 ngày trước'))
    .toHaveAttribute('title', expect.stringMatching(/^Hoạt động cuối: \d/));
  expect(asked).toEqual([['lan', 'duc']]);
  expect(rowOf('Võ Thị Lan').element().getBoundingClientRect().height).toBeLessThanOrEqual(56);
  await expectAccessible('the list of users with its facts');
  await link.click();
  await expect.poll(() => location.pathname + location.search).toBe('/admin/reports?status=open&about=lan');
});

test.each([
  [1024, 56],
  [390, 116],
  [320, 116],
])(
  'UsersScreen: %i px → the facts stand in the row, which keeps its height and does not scroll',
  async (width, height) => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, 700);
    respondWithCounts({ lan: { points: 12, openReports: 3 } });
    respondTo(listUsers, () => lastPage([ACTIVE, QUIET]));
    await renderPanel(<UsersScreen views={() => null} />, '/admin/users');
    const row = rowOf('Võ Thị Lan');
    await expect.element(row.getByRole('link', { name: '3 báo cáo mở về Võ Thị Lan' })).toBeVisible();
    await expect.element(row.getByText('12 điểm')).toBeVisible();
    await expect.element(row.getByText('3 ngày trước')).toBeVisible();
    await expect.element(rowOf('Trần Văn Đức').getByText('Chưa hoạt động')).toBeVisible();
    expect(row.element().getBoundingClientRect().height).toBe(height);
    const { bottom, right } = row.element().getBoundingClientRect();
    const { scrollWidth, clientWidth } = row.getByText('3 ngày trước').element();
    expect(scrollWidth).toBe(clientWidth);
    for (const part of row.element().querySelectorAll('time, a, [role="gridcell"]')) {
      expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(right);
      expect(part.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('UsersScreen: a backend that knows no decisions → is not asked for records', async () => {
  const asked = respondWithCounts();
  const { disabledUntil: _, ...user } = SAMPLE_USER;
  respondTo(listUsers, () => lastPage([user]));
  await renderPanel(<UsersScreen views={() => null} />, '/admin/users');
  await expect.element(rowOf('Võ Thị Lan')).toBeVisible();
  expect(asked).toEqual([]);
});

test('UsersScreen: a name with hidden characters is flagged, and does not turn the text around it', async () => {
  const name = 'nimda\u202enguyen\u200b';
  respondTo(listUsers, () => lastPage([{ ...SAMPLE_USER, username: name }]));
  await renderPanel(<UsersScreen views={() => null} />);
  await expect.element(page.getByRole('img', { name: 'Tên chứa ký tự ẩn' })).toBeVisible();
  expect(document.querySelector('[data-row] bdi')?.textContent).toBe(name);
});

test.each([
  ['the list', '', 'Không thể tải danh sách người dùng'],
  ['a search', '?q=ban', 'Lỗi khi tìm kiếm người dùng'],
])(
  'UsersScreen: a further page of %s that fails leaves the rows, and a retry loads the rest',
  async (_, search, text) => {
    let isFailing = true;
    const respond = (cursor: string | null | undefined) => {
      const first = Array.from({ length: PAGE }, (_row, index) => userOf(index));
      if (!cursor) return firstPage(first, PAGE + 1);
      if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
      return lastPage([userOf(PAGE)]);
    };
    respondTo(listUsers, ({ body }) => respond(body.cursor));
    respondTo(searchUsers, ({ body }) => {
      const { data: users, pagination } = respond(body.cursor);
      return { success: true, data: { users, pagination } };
    });
    await renderPanel(<UsersScreen views={() => null} />, `/admin/users${search}`);
    await expect.element(page.getByRole('link', { name: 'Chi tiết Bạn 0' })).toBeVisible();
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    isFailing = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(page.getByText('Đã hiển thị tất cả người dùng')).toBeInTheDocument();
  },
);
