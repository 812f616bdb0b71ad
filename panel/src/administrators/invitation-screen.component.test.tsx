import { acceptInvitation, getInvitation } from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { InvitationScreen } from './invitation-screen.tsx';

const INVITATION = { email: 'thu.ha@example.com', invitedBy: 'Quản trị Bình', expiresAt: '2026-11-21T00:00:00.000Z' };
const name = () => page.getByLabelText('Tên của bạn');
const password = () => page.getByLabelText('Mật khẩu', { exact: true });

test.each<[ErrorCode, string]>([
  ['INVITATION_WITHDRAWN', 'Lời mời này đã bị thu hồi'],
  ['INVITATION_EXPIRED', 'Lời mời này đã hết hạn'],
  ['INVITATION_USED', 'Lời mời này đã được dùng'],
  ['INVITATION_NOT_FOUND', 'Không tìm thấy lời mời này'],
])('InvitationScreen: %s → it says so, and whom to ask, without a form or a retry', async (code, text) => {
  respondTo(getInvitation, () => {
    throw new ErrorResponse(code);
  });
  await renderPanel(<InvitationScreen />, '/invite#token');
  await expect.element(page.getByRole('alert').getByText(new RegExp(`^${text}`))).toBeVisible();
  await expect.element(page.getByText('Hãy nhờ một quản trị viên gửi cho bạn liên kết mới.')).toBeVisible();
  expect(name().elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Thử lại' }).elements()).toEqual([]);
});

test('InvitationScreen: a link without a token says so, and sends nothing', async () => {
  await renderPanel(<InvitationScreen />, '/invite');
  await expect.element(page.getByRole('alert').getByText(/^Liên kết này không có mã mời/)).toBeVisible();
});

test('InvitationScreen: an invitation that fails to load offers a retry', async () => {
  let isFailing = true;
  respondTo(getInvitation, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return { success: true, data: INVITATION };
  });
  await renderPanel(<InvitationScreen />, '/invite#token');
  await expect.element(page.getByRole('alert')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(name()).toBeVisible();
});

test('InvitationScreen: a rejected password has an error and the focus; accepted, the way to the login has it', async () => {
  const bodies: unknown[] = [];
  respondTo(getInvitation, () => ({ success: true, data: INVITATION }));
  respondTo(acceptInvitation, ({ body }) => {
    bodies.push(body);
    if (bodies.length === 1) throw new ErrorResponse('WEAK_PASSWORD');
    return { success: true, message: '' };
  });
  await renderPanel(<InvitationScreen />, '/invite#token');
  await expect.element(page.getByText(INVITATION.email)).toBeVisible();
  await expect.element(name()).toHaveFocus();
  await name().fill('Thu Hà');
  await password().fill('password1234');
  await userEvent.keyboard('{Enter}');
  await expect.element(password()).toHaveFocus();
  await expect.element(password()).toHaveAttribute('aria-invalid', 'true');
  await password().fill('hải đăng soi lối về bến cũ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Tài khoản của bạn đã sẵn sàng' })).toHaveFocus();
  await expect.element(page.getByRole('link', { name: 'Đăng nhập' })).toHaveAttribute('href', '/login');
  expect(bodies.at(-1)).toEqual({ token: 'token', username: 'Thu Hà', password: 'hải đăng soi lối về bến cũ' });
});
