import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  getUserDetail,
  getUserStatus,
  listRelatedAccounts,
} from '@hai-dang/contract/users/user-account.endpoints.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { Link, Route, Routes } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { SAMPLE_USER } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { UserDetailScreen, type UserPageState } from './user-detail-screen.tsx';

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

/** As the list has it. */
const FROM_LIST: UserPageState = { isDisabled: false, username: NAME, userId: 'lan' };
const screen = () => (
  <Routes>
    <Route
      path="/admin/users"
      element={
        <Link to={PATH} state={FROM_LIST}>
          Danh sách
        </Link>
      }
    />
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
      reportsBy: { total: 0, resolved: 0, rejected: 0, unread: 0, muted: null },
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

/** The value beside a label of the profile. */
const factOf = (label: string) =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === label)?.nextElementSibling?.textContent;
async function chooseAction(action: string): Promise<void> {
  await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('UserDetailScreen: the whole profile is shown, a missing value as “Chưa cập nhật”', async () => {
  await open(() => ({
    ...USER,
    diachi: '12 Lê Lợi, Huế',
    tinhtranghonnhan: null,
    bio: 'Thích biển và núi',
    home: 'Thừa Thiên Huế',
    lastActive: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  }));
  await expect.element(page.getByText('Thích biển và núi')).toBeVisible();
  await expect.element(page.getByText('Đã xác minh').first()).toBeVisible();
  await expect.element(page.getByText('Hoạt động lần cuối: 3 ngày trước')).toBeVisible();
  const facts = {
    Email: 'lan@example.com',
    'Số điện thoại': '0901234567',
    'Địa chỉ': '12 Lê Lợi, Huế',
    'Giới tính': 'Nữ',
    Tuổi: '28',
    'Tình trạng hôn nhân': 'Chưa cập nhật',
    'Quốc tịch': 'Việt Nam',
    'Quê quán': 'Thừa Thiên Huế',
    'Bài viết': '3',
    'Người theo dõi': '1.000',
    'Đang theo dõi': '2',
  };
  expect(Object.fromEntries(Object.keys(facts).map((label) => [label, factOf(label)]))).toEqual(facts);
});

describe('UserDetailScreen: whether the account is disabled', () => {
  test('from the list: what it knows, without a call, until the profile is loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<UserDetail>();
    respondAround();
    const statusCalls: string[] = [];
    respondTo(getUserStatus, ({ params }) => {
      statusCalls.push(params.id);
      throw new ErrorResponse('INTERNAL_ERROR');
    });
    respondTo(getUserDetail, async () => ({ success: true, data: await promise }));
    await renderPanel(screen(), '/admin/users');
    await page.getByRole('link', { name: 'Danh sách' }).click();
    // Another administrator has disabled it since.
    resolve({ ...USER, isDisabled: true, vohieuhoa: true });
    await expect.element(page.getByText('Đã vô hiệu hóa')).toBeVisible();
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Kích hoạt lại' })).toBeVisible();
    expect(statusCalls).toEqual([]);
  });

  test('from elsewhere: a call; if it fails, what the profile says, and a line in the log', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    respondAround();
    respondTo(getUserStatus, () => {
      throw new ErrorResponse('INTERNAL_ERROR');
    });
    respondTo(getUserDetail, () => ({ success: true, data: { ...USER, isDisabled: true, vohieuhoa: true } }));
    await renderPanel(screen(), PATH);
    await expect.element(page.getByText('Đã vô hiệu hóa')).toBeVisible();
    await expect.poll(() => warn.mock.calls.map(([line]) => line)).toContain('The account status could not be read:');
  });
});

describe('UserDetailScreen: account actions', () => {
  test('the confirmation asks about the user by name, and is described by the question alone', async () => {
    const calls: string[] = [];
    await open(() => ({ ...USER, username: 'Nguyễn Thị Mai' }));
    respondTo(disableUser, ({ params }) => {
      calls.push(params.id);
      throw new ErrorResponse('INTERNAL_ERROR');
    });
    await chooseAction('Vô hiệu hóa');
    const dialog = page.getByRole('alertdialog');
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(/^Bạn có chắc chắn muốn vô hiệu hóa tài khoản Nguyễn Thị Mai\?.*kích hoạt lại\.$/);
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  test('disabled: a notice names the user, undoes it and leads back to the profile', async () => {
    const mai = { ...USER, username: 'Nguyễn Thị Mai' };
    const states: boolean[] = [];
    const respond = (isDisabled: boolean) => () => {
      states.push(isDisabled);
      return { success: true as const, data: { ...mai, isDisabled, vohieuhoa: isDisabled } };
    };
    await open(() => mai);
    respondTo(disableUser, respond(true));
    respondTo(enableUser, respond(false));
    const disable = async () => {
      await chooseAction('Vô hiệu hóa');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Vô hiệu hóa' }).click();
    };
    const list = page.getByRole('link', { name: 'Danh sách' });
    await disable();
    await expect.element(list).toBeVisible();
    await expect.element(page.getByText('Tài khoản đã bị vô hiệu hóa!')).toBeVisible();
    await expect.element(page.getByText('Nguyễn Thị Mai').first()).toBeVisible();
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(page.getByText('Tài khoản đã được kích hoạt lại!')).toBeVisible();
    await list.click();
    await disable();
    await page.getByRole('button', { name: 'Mở lại' }).click();
    await expect.poll(() => location.pathname).toBe(PATH);
    expect(states).toEqual([true, false, true]);
  });

  test('a name with hidden characters is flagged in the confirmation', async () => {
    await open(() => ({ ...USER, username: 'nimda\u202enguyen\u200b' }));
    await chooseAction('Vô hiệu hóa');
    const flag = page.getByRole('alertdialog').getByRole('img', { name: 'Tên chứa ký tự ẩn' });
    await expect.element(flag).toBeVisible();
  });

  test('Back closes the confirmation', async () => {
    respondAround();
    respondTo(getUserDetail, () => ({ success: true, data: USER }));
    await renderPanel(screen(), '/admin/users');
    await page.getByRole('link', { name: 'Danh sách' }).click();
    await chooseAction('Xóa tài khoản');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    history.back();
    await expect.element(page.getByRole('link', { name: 'Danh sách' })).toBeVisible();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('the account named admin is not deleted: it says so, and sends nothing', async () => {
    await open(() => ({ ...USER, username: 'admin' }));
    await chooseAction('Xóa tài khoản');
    await expect.element(page.getByText('Không thể xóa tài khoản admin!')).toBeVisible();
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
  });
});
