import { inviteAdministrator, listAdministrators } from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
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
  const page = await renderPanel(screen());
  await expect.element(page.getByText('Quản trị Chi')).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await userEvent.keyboard('j');
  await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('chi');
});
