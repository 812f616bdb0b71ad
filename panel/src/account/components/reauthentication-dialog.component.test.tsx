import { confirmPassword } from '@hai-dang/contract/account/account.endpoints.ts';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

test('ReauthenticationDialog: a wrong password has an error at the field, the right one confirms', async () => {
  let isWrong = true;
  respondTo(confirmPassword, () => {
    if (isWrong) throw new ErrorResponse('WRONG_PASSWORD');
    return { success: true };
  });
  const onSettle = vi.fn();
  const page = await renderPanel(<ReauthenticationDialog onSettle={onSettle} />);
  const dialog = page.getByRole('dialog', { name: 'Nhập lại mật khẩu' });
  const password = dialog.getByLabelText('Mật khẩu của bạn', { exact: true });
  await expect.element(password).toHaveFocus();
  await expectAccessible('re-authentication');
  await password.fill('không phải mật khẩu này');
  await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect.element(password).toHaveAccessibleDescription(/Mật khẩu không đúng/);
  await expect.element(password).toHaveFocus();
  expect(onSettle).not.toHaveBeenCalled();
  isWrong = false;
  await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
  await expect.poll(() => onSettle.mock.calls).toEqual([[true]]);
});

test('ReauthenticationDialog: "Hủy" rejects without a call', async () => {
  const onSettle = vi.fn();
  const page = await renderPanel(<ReauthenticationDialog onSettle={onSettle} />);
  await page.getByRole('button', { name: 'Hủy' }).click();
  expect(onSettle.mock.calls).toEqual([[false]]);
});
