import {
  inviteAdministrator,
  listAdministrators,
  withdrawInvitation,
} from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { testListKeys } from '../testing/list-keys.tsx';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { lastPage } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { AdministratorsScreen } from './administrators-screen.tsx';

const CREATED = '2026-11-21T00:00:00.000Z';
const EMAIL = 'thu.ha@example.com';

const BINH: Administrator = {
  _id: 'binh',
  state: 'active',
  email: `${'rat.dai.'.repeat(20)}@example.com`,
  username: 'Quản trị Bình',
  avatar: null,
  until: null,
  lastUsedAt: CREATED,
  sessions: 2,
  hasSecondFactor: true,
  invitedBy: null,
  createdAt: CREATED,
};
const SUSPENDED: Administrator = { ...BINH, _id: 'chi', state: 'disabled', username: 'Quản trị Chi', until: CREATED };
const INVITATION: Administrator = {
  ...BINH,
  _id: 'invitation',
  state: 'invited',
  username: null,
  until: CREATED,
  lastUsedAt: null,
  sessions: 0,
  hasSecondFactor: false,
  invitedBy: 'Quản trị Bình',
};
const screen = () => <AdministratorsScreen />;

testStates('AdministratorsScreen', {
  render: screen,
  endpoint: listAdministrators,
  filled: lastPage([INVITATION, BINH, SUSPENDED]),
  shows: 'Quản trị Chi',
  empty: { response: lastPage([]), says: 'Chưa có quản trị viên nào' },
  loading: 'Đang tải quản trị viên...',
  failed: 'Không thể tải quản trị viên',
});

test('AdministratorsScreen: the menu of a row is accessible', async () => {
  respondTo(listAdministrators, () => lastPage([BINH]));
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: 'Thao tác với Quản trị Bình' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Tắt quản trị viên' })).toBeVisible();
  await expectAccessible('the menu of an administrator');
});

test('AdministratorsScreen: an invalid e-mail and a failed invitation say so and keep the text', async () => {
  respondTo(listAdministrators, () => lastPage([BINH]));
  let isFailing = true;
  respondTo(inviteAdministrator, () => {
    if (isFailing) throw new ErrorResponse('TOO_MANY_INVITATIONS');
    return { success: true, data: { invitation: { ...INVITATION, email: EMAIL }, token: 'token' } };
  });
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: 'Mời quản trị viên' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mời quản trị viên' });
  const email = dialog.getByRole('textbox', { name: 'Email của người được mời' });
  await expect.element(email).toHaveFocus();
  await expectAccessible('the dialog of an invitation');
  await email.fill('thu.ha');
  await dialog.getByRole('button', { name: 'Tạo liên kết mời' }).click();
  await expect.element(email).toHaveAccessibleDescription(/Email không đúng định dạng/);
  await email.fill(EMAIL);
  await dialog.getByRole('button', { name: 'Tạo liên kết mời' }).click();
  await expect.element(email).toHaveAccessibleDescription(/Đã có \d+ lời mời đang chờ/);
  await expect.element(email).toHaveValue(EMAIL);
  isFailing = false;
  await dialog.getByRole('button', { name: 'Tạo liên kết mời' }).click();
  const link = dialog.getByRole('textbox', { name: 'Liên kết mời' });
  await expect.element(link).toHaveFocus();
  await expect.element(link).toHaveValue(`${location.origin}/invite#token`);
  await expectAccessible('the link of an invitation');
});

testListKeys('AdministratorsScreen', {
  render: screen,
  respond: () => respondTo(listAdministrators, () => lastPage([INVITATION, BINH, SUSPENDED])),
});

test('AdministratorsScreen: Enter opens the menu of the active row; after Escape j leads to the next row', async () => {
  respondTo(listAdministrators, () => lastPage([BINH, SUSPENDED]));
  await renderPanel(screen());
  await expect.element(page.getByText('Quản trị Chi')).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await userEvent.keyboard('j');
  await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('chi');
});

const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const menuOf = (name: string) => row(name).getByRole('button', { name: `Thao tác với ${name}` });

test('AdministratorsScreen: the own row leads to the account screen, and has no other action', async () => {
  respondTo(listAdministrators, () => lastPage([BINH, { ...BINH, _id: 'admin', username: 'Quản trị Chi' }]));
  await renderPanel(screen());
  await expect.element(row('Quản trị Chi').getByText('Bạn', { exact: true })).toBeVisible();
  expect(row('Quản trị Bình').getByText('Bạn', { exact: true }).elements()).toEqual([]);
  menuOf('Quản trị Chi').element().focus();
  await userEvent.keyboard('{Enter}');
  const items = page.getByRole('menuitem');
  await expect.element(items).toHaveLength(1);
  await expect.element(items).toHaveTextContent('Mở trang Tài khoản');
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/admin/account');
});

test('AdministratorsScreen: by keyboard an invitation is made, and a question of a row is left without a change', async () => {
  respondTo(listAdministrators, () => lastPage([BINH]));
  respondTo(inviteAdministrator, () => ({
    success: true,
    data: { invitation: { ...INVITATION, email: EMAIL }, token: 'token' },
  }));
  await renderPanel(screen());
  await expect.element(row('Quản trị Bình')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('textbox', { name: 'Email của người được mời' })).toHaveFocus();
  await userEvent.keyboard(`${EMAIL}{Enter}`);
  const dialog = page.getByRole('dialog', { name: 'Mời quản trị viên' });
  await expect.element(dialog.getByRole('textbox', { name: 'Liên kết mời' })).toHaveFocus();
  // It is shown once: Esc does not lose it.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  dialog.getByRole('button', { name: 'Xong' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();

  menuOf('Quản trị Bình').element().focus();
  await userEvent.keyboard('{Enter}');
  page.getByRole('menuitem', { name: 'Tắt quản trị viên' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('alertdialog', { name: 'Tắt quản trị viên' });
  await expect.element(question.getByRole('button', { name: 'Hủy' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(menuOf('Quản trị Bình')).toHaveFocus();
  await expect.element(row('Quản trị Bình').getByText('Đang hoạt động')).toBeVisible();
});

test('AdministratorsScreen: an invitation gets a new link for the same e-mail, and is withdrawn after a confirmation', async () => {
  const invitation = { ...INVITATION, email: EMAIL };
  let stored = [invitation];
  respondTo(listAdministrators, () => lastPage(stored));
  respondTo(inviteAdministrator, () => ({ success: true, data: { invitation, token: 'new' } }));
  respondTo(withdrawInvitation, ({ params }) => {
    stored = stored.filter(({ _id }) => _id !== params.id);
    return { success: true, message: '' };
  });
  await renderPanel(screen());
  await menuOf(EMAIL).click();
  await page.getByRole('menuitem', { name: 'Tạo liên kết mới' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mời quản trị viên' });
  await expect.element(dialog.getByRole('textbox', { name: 'Email của người được mời' })).toHaveValue(EMAIL);
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog.getByRole('textbox', { name: 'Liên kết mời' }))
    .toHaveValue(`${location.origin}/invite#new`);
  await dialog.getByRole('button', { name: 'Xong' }).click();
  await menuOf(EMAIL).click();
  await page.getByRole('menuitem', { name: 'Thu hồi lời mời' }).click();
  const question = page.getByRole('alertdialog', { name: 'Thu hồi lời mời' });
  await expect.element(question.getByText(EMAIL)).toBeVisible();
  await question.getByRole('button', { name: 'Thu hồi lời mời' }).click();
  await expect.element(page.getByText(`Đã thu hồi lời mời gửi “${EMAIL}”`)).toBeVisible();
  await expect.element(row(EMAIL)).not.toBeInTheDocument();
});
