import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { testListKeys } from '../testing/list-keys.tsx';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { lastPage, SAMPLE_USER } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { UsersScreen } from './users-screen.tsx';

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

const PAGE = lastPage(['lan', 'mai', 'hoa'].map((_id) => ({ ...SAMPLE_USER, _id })));

testListKeys('UsersScreen', {
  render: () => <UsersScreen views={() => null} />,
  path: '/admin/users',
  respond: () => respondTo(listUsers, () => PAGE),
});

test('UsersScreen: x and Space select and deselect the active row, which keeps the focus; Enter opens the account', async () => {
  respondTo(listUsers, () => PAGE);
  const page = await renderPanel(<UsersScreen views={() => null} />, '/admin/users');
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
