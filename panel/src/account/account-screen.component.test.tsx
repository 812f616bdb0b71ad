import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  getAccount,
  listOwnSessions,
} from '@hai-dang/contract/account/account.endpoints.ts';
import type { OwnAccount, OwnSession } from '@hai-dang/contract/account/account.schema.ts';
import { updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '@hai-dang/contract/account/preferences.schema.ts';
import { expect, test } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { respondWithPreferences } from '../testing/preferences.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { testStates } from '../testing/screen-states.tsx';
import { AccountScreen } from './account-screen.tsx';

const CREATED = '2026-11-21T00:00:00.000Z';
const SESSIONS_FAILED = 'Không thể tải phiên đăng nhập';
const NEW_PASSWORD = 'hải đăng soi lối về bến cũ';

const ACCOUNT: OwnAccount = {
  id: 'admin',
  username: 'khôngcóchỗxuốngdòng'.repeat(4),
  email: 'admin@example.com',
  secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
  mustSetUpSecondFactor: false,
};
const SESSION: OwnSession = {
  id: 'session',
  device: 'Chrome trên Windows',
  address: '127.0.0.1',
  createdAt: CREATED,
  lastUsedAt: CREATED,
  isCurrent: true,
};
const respondAround = () =>
  respondTo(listOwnSessions, () => ({
    success: true,
    sessions: [SESSION, { ...SESSION, id: 'other', isCurrent: false }],
  }));
const screen = () => <AccountScreen alerts={null} />;
const open = (account = ACCOUNT) => {
  respondAround();
  respondTo(getAccount, () => ({ success: true, account }));
  return renderPanel(screen());
};

testStates('AccountScreen', {
  render: screen,
  endpoint: getAccount,
  filled: { success: true, account: ACCOUNT },
  shows: 'Phiên này',
  loading: 'Đang tải tài khoản...',
  failed: 'Không thể tải tài khoản',
  others: respondAround,
});

test('AccountScreen: sessions that fail to load say so until a retry, and the rest of the screen stays', async () => {
  const page = await open();
  let isFailing = true;
  respondTo(listOwnSessions, () => {
    if (isFailing) throw new TypeError('Failed to fetch');
    return { success: true, sessions: [SESSION] };
  });
  const sessions = page.getByRole('region', { name: 'Phiên đăng nhập' });
  await expect.element(sessions.getByRole('alert').getByText(SESSIONS_FAILED)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Mật khẩu' })).toBeVisible();
  await expectAccessible('sessions that failed to load');
  isFailing = false;
  await sessions.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(sessions.getByText('Phiên này')).toBeVisible();
});

test('AccountScreen: a short, a wrong and a weak password have an error at their field, which gets the focus', async () => {
  const page = await open();
  let code: 'WRONG_PASSWORD' | 'WEAK_PASSWORD' | undefined = 'WRONG_PASSWORD';
  respondTo(changePassword, () => {
    if (code) throw new ErrorResponse(code);
    return { success: true };
  });
  const section = page.getByRole('region', { name: 'Mật khẩu' });
  const current = section.getByLabelText('Mật khẩu hiện tại', { exact: true });
  const wanted = section.getByLabelText('Mật khẩu mới', { exact: true });
  const save = section.getByRole('button', { name: 'Đổi mật khẩu' });
  await current.fill('mật khẩu cũ');
  await wanted.fill('ngắn quá');
  await save.click();
  await expect.element(wanted).toHaveAccessibleDescription(/Mật khẩu mới phải có ít nhất 12 ký tự/);
  await wanted.fill(NEW_PASSWORD);
  await save.click();
  await expect.element(current).toHaveAccessibleDescription(/Mật khẩu không đúng/);
  await expect.element(current).toHaveFocus();
  await expectAccessible('a rejected password');
  code = 'WEAK_PASSWORD';
  await save.click();
  await expect.element(wanted).toHaveAccessibleDescription(/Mật khẩu mới quá dễ đoán/);
  await expect.element(wanted).toHaveFocus();
  await expect.element(wanted).toHaveValue(NEW_PASSWORD);
  code = undefined;
  await save.click();
  await expect.element(section.getByRole('status').getByText(/^Đã đổi mật khẩu/)).toBeVisible();
  await expect.element(wanted).toHaveValue('');
});

test('AccountScreen: the enrolment, a wrong code and the recovery codes are accessible', async () => {
  const page = await open();
  respondTo(beginSecondFactor, () => ({
    success: true,
    secret: 'ABCDEFGHIJKLMNOP',
    address: 'otpauth://totp/H%E1%BA%A3i?secret=ABCDEFGHIJKLMNOP',
  }));
  let isWrong = true;
  respondTo(confirmSecondFactor, () => {
    if (isWrong) throw new ErrorResponse('SECOND_FACTOR_CODE_WRONG');
    return { success: true, recoveryCodes: ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'] };
  });
  const section = page.getByRole('region', { name: 'Xác thực hai lớp' });
  await section.getByRole('button', { name: 'Bật xác thực hai lớp' }).click();
  await expect.element(section.getByRole('img', { name: /^Mã QR/ })).toBeVisible();
  const code = section.getByLabelText(/^Mã 6 chữ số/);
  await section.getByRole('button', { name: 'Xác nhận và bật' }).click();
  await expect.element(code).toHaveAccessibleDescription(/Vui lòng nhập mã xác thực/);
  await code.fill('123456');
  await section.getByRole('button', { name: 'Xác nhận và bật' }).click();
  await expect.element(code).toHaveAccessibleDescription(/Mã xác thực không đúng/);
  await expectAccessible('the enrolment with a wrong code');
  isWrong = false;
  await section.getByRole('button', { name: 'Xác nhận và bật' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Mã khôi phục' });
  await expect.element(codes.getByText('aaaa-bbbb-cccc')).toBeVisible();
  await expectAccessible('recovery codes');
});

test('AccountScreen: by keyboard → every control of the password and of the enrolment in its order', async () => {
  const page = await open();
  respondTo(beginSecondFactor, () => ({
    success: true,
    secret: 'ABCDEFGHIJKLMNOP',
    address: 'otpauth://totp/H%E1%BA%A3i?secret=ABCDEFGHIJKLMNOP',
  }));
  const password = page.getByRole('region', { name: 'Mật khẩu' });
  const enrolment = page.getByRole('region', { name: 'Xác thực hai lớp' });
  const code = enrolment.getByLabelText(/^Mã 6 chữ số/);
  const press = async (key: string, target: Locator) => {
    await userEvent.keyboard(key);
    await expect.element(target).toHaveFocus();
  };
  const current = password.getByLabelText('Mật khẩu hiện tại', { exact: true });
  await expect.element(current).toBeVisible();
  await expect.element(page.getByText('Phiên này')).toBeVisible();
  current.element().focus();
  await press('{Tab}', password.getByRole('button', { name: 'Hiện mật khẩu hiện tại' }));
  await press('{Tab}', password.getByLabelText('Mật khẩu mới', { exact: true }));
  await press('{Tab}', password.getByRole('button', { name: 'Hiện mật khẩu mới' }));
  await press('{Tab}', password.getByRole('button', { name: 'Đổi mật khẩu' }));
  await press('{Tab}', enrolment.getByRole('button', { name: 'Bật xác thực hai lớp' }));
  await press('{Enter}', enrolment.getByRole('heading', { level: 3 }).first());
  await press('{Tab}', enrolment.getByRole('button', { name: 'Sao chép khóa' }));
  await press('{Tab}', code);
  await press('{Enter}', code);
  await expect.element(code).toHaveAccessibleDescription(/Vui lòng nhập mã xác thực/);
  await press('{Tab}', enrolment.getByRole('button', { name: 'Xác nhận và bật' }));
  await press('{Tab}', enrolment.getByRole('button', { name: 'Hủy' }));
  await press('{Enter}', enrolment.getByRole('heading', { level: 2 }));
  await expect.element(enrolment.getByText('Chưa bật')).toBeVisible();
});

test('AccountScreen: a choice that cannot be stored → as before, with a message; then it is stored', async () => {
  respondWithPreferences();
  let isFailing = true;
  const page = await open();
  respondTo(updatePreferences, ({ body }) => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR', { message: undefined });
    return { success: true, preferences: { ...DEFAULT_PREFERENCES, ...body } as Preferences };
  });
  const choice = (name: string) => page.getByRole('radio', { name, exact: true });
  await choice('Làm mờ').click();
  await expect.element(page.getByText('Không thể lưu lựa chọn này')).toBeVisible();
  await expect.element(choice('Hiện')).toBeChecked();
  isFailing = false;
  await choice('Làm mờ').click();
  await expect.element(choice('Làm mờ')).toBeChecked();
});

test('AccountScreen: few recovery codes are pointed out', async () => {
  const page = await open({ ...ACCOUNT, secondFactor: { isOn: true, since: CREATED, recoveryCodesLeft: 1 } });
  await expect.element(page.getByText('Đang bật')).toBeVisible();
  await expect.element(page.getByText(/^Hãy tạo mã mới trước khi dùng hết/)).toBeVisible();
  await expectAccessible('few recovery codes');
});

test('AccountScreen: an account that must enrol has nothing but the enrolment', async () => {
  const page = await open({ ...ACCOUNT, mustSetUpSecondFactor: true });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Bạn cần bật xác thực hai lớp trước khi tiếp tục')).toBeVisible();
  expect(page.getByRole('region', { name: 'Mật khẩu' }).query()).toBeNull();
  await expectAccessible('an account that must enrol');
});
