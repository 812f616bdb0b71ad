import { updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '@hai-dang/contract/account/preferences.schema.ts';
import { quickSearch } from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { knownPreferences } from '../lib/preferences.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { HintButton, HintHost } from './hint-host.tsx';
import { QuickSearchHost } from './quick-search-host.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const unread = button('Gợi ý cho trang này, chưa đọc');
const read = button('Gợi ý cho trang này');
const hint = page.getByRole('dialog', { name: 'Thiết lập' });
const isClosed = () => expect.element(hint).not.toBeInTheDocument();
const open = (path = '/admin/settings') =>
  renderPanel(
    <>
      <HintHost />
      <HintButton />
      <QuickSearchHost />
    </>,
    path,
  );

beforeEach(() => {
  let preferences: Preferences = DEFAULT_PREFERENCES;
  respondTo(updatePreferences, ({ body }) => {
    preferences = { ...preferences, ...body } as Preferences;
    return { success: true, preferences, isEmailAvailable: false };
  });
});

test('hint: Enter → its text, with the focus on its button; Escape → it stays unread', async () => {
  await open();
  await expect.element(unread).toBeVisible();
  unread.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(hint.getByText(/^Thiết lập áp dụng cho mọi quản trị viên/)).toBeVisible();
  await expect.element(button('Đã hiểu')).toHaveFocus();
  await expectAccessible('the hint of a screen');
  await userEvent.keyboard('{Escape}');
  await isClosed();
  await expect.element(unread).toHaveFocus();
});

test('hint: dismissed → read on this screen alone', async () => {
  const screen = await open();
  await unread.click();
  await button('Đã hiểu').click();
  await isClosed();
  await expect.element(read).toHaveFocus();
  expect(knownPreferences.get()?.dismissedHints).toEqual(['/admin/settings']);
  await screen.unmount();
  await open('/admin/audit');
  await expect.element(unread).toBeVisible();
});

test('hint: its link → the section of the guide, which has none, and it is read', async () => {
  await open();
  await unread.click();
  await hint.getByRole('link', { name: 'Đọc hướng dẫn' }).click();
  await expect.poll(() => location.pathname + decodeURIComponent(location.hash)).toBe('/admin/help#thiết-lập');
  await expect.element(read).not.toBeInTheDocument();
  history.back();
  await expect.element(read).toBeVisible();
});

test('hint: 320 px → no button; it is in the palette', async () => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  respondTo(quickSearch, () => ({ success: true, data: { users: [], reports: [], content: [] } }));
  await open();
  expect(document.querySelector('[aria-haspopup=dialog]')?.checkVisibility()).toBe(false);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('goi y');
  await page.getByRole('option', { name: /^Gợi ý cho trang này/ }).click();
  await expect.element(hint.getByText(/^Thiết lập áp dụng/)).toBeVisible();
});
