import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import {
  deleteUser,
  disableUser,
  getUserDetail,
  getUserStatus,
  listRelatedAccounts,
} from '@hai-dang/contract/users/user-account.endpoints.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { SAMPLE_USER } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { UserDetailScreen } from './user-detail-screen.tsx';

const PATH = '/admin/users/lan';
const NAME = 'Tênrấtdàikhôngcóchỗxuốngdòng'.repeat(3);

const USER: UserDetail = {
  ...SAMPLE_USER,
  username: NAME,
  isDisabled: false,
  sdt: '0901234567',
  diachi: 'khôngcóchỗxuốngdòng'.repeat(4),
  sex: 'female',
  tuoi: 28,
  tinhtranghonnhan: 'single',
  bio: 'khôngcóchỗxuốngdòng'.repeat(8),
  nationality: 'Việt Nam',
  home: null,
  followersCount: 1_000,
  followingCount: 2,
  postsCount: 3,
  travelPostsCount: 4,
  lastActive: SAMPLE_USER.createdAt,
};

const screen = () => (
  <Routes>
    <Route path="/admin/users" element={<p>Danh sách</p>} />
    <Route path="/admin/users/:id" element={<UserDetailScreen content={() => <p>Bài viết</p>} />} />
  </Routes>
);

/** Responses for what is around the profile. */
function respondAround(): void {
  respondTo(getUserStatus, () => ({
    success: true,
    isDisabled: false,
    data: { userId: 'lan', username: NAME, email: USER.email, vohieuhoa: false },
  }));
  respondTo(listNotes, () => ({ success: true, data: [], tags: [], pagination: { nextCursor: null } }));
  respondTo(listRelatedAccounts, () => ({
    success: true,
    data: {
      accounts: [{ ...SAMPLE_USER, _id: 'minh', username: 'Minh', relations: ['ip' as const, 'name' as const] }],
      isCut: false,
    },
  }));
  respondTo(getUserRecord, () => ({
    success: true,
    data: {
      points: 0,
      pointsExpireAt: null,
      decisions: [],
      decisionsCount: 0,
      appeals: { decided: 0, won: 0 },
      reportsAbout: { total: 0, open: 0 },
      reportsBy: { total: 0, resolved: 0, rejected: 0 },
    },
  }));
}
function open(respond: () => UserDetail) {
  respondAround();
  respondTo(getUserDetail, () => ({ success: true, data: respond() }));
  return renderPanel(screen(), PATH);
}

testStates('UserDetailScreen', {
  render: screen,
  path: PATH,
  endpoint: getUserDetail,
  filled: { success: true, data: USER },
  shows: NAME,
  loading: 'Đang tải thông tin người dùng...',
  failed: 'Không thể tải thông tin người dùng',
  hidesReason: true,
  others: respondAround,
});

test.each([
  ['an unknown user', undefined, 'Không tìm thấy thông tin người dùng'],
  ['an account whose purge is in progress', { isBeingDeleted: true }, 'Đang xóa tài khoản này'],
])('UserDetailScreen: %s says so, without a retry', async (_, details, text) => {
  const page = await open(() => {
    throw new ErrorResponse('USER_NOT_FOUND', { details });
  });
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole('button', { name: 'Thử lại' }).query()).toBeNull();
  await expectAccessible(text);
});

test.each([
  ['Vô hiệu hóa', disableUser, 'Error: Failed to disable account'],
  ['Xóa tài khoản', deleteUser, 'Error: Failed to delete account'],
] as const)(
  'UserDetailScreen: “%s” that fails says so, and leaves the account on the screen',
  async (action, endpoint, text) => {
    const page = await open(() => USER);
    respondTo(endpoint, () => {
      throw new ErrorResponse('INTERNAL_ERROR', { message: undefined });
    });
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: action }).click();
    await expect.element(dialog.getByRole('alert').getByText(text)).toBeVisible();
    await expectAccessible(`a failed “${action}”`);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(location.pathname).toBe(PATH);
  },
);
