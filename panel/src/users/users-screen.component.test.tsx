import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { SAMPLE_USER } from '../testing/samples.ts';
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
