import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PreferencesSection } from '../account/components/preferences-section.tsx';
import { useActions } from '../lib/actions.ts';
import { pressInComposition } from '../testing/composition.ts';
import { holdKey } from '../testing/held-keys.ts';
import { respondWithPreferences } from '../testing/preferences.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ScreenKeysHost } from './screen-keys-host.tsx';

const PATH = '/admin/audit';
const decide = vi.fn();
/** A screen with a search field and with an action whose key leads elsewhere after g. */
function Screen() {
  useActions([{ id: 'reports.decide', label: 'Ra quyết định', group: 'decide', key: 'd', run: decide }]);
  return (
    <>
      <ScreenKeysHost />
      <SearchField label="Tìm nhật ký" placeholder="" maxLength={64} className="" value="" onType={() => undefined} />
    </>
  );
}
const search = page.getByRole('textbox', { name: 'Tìm nhật ký' });

beforeEach(async () => {
  decide.mockClear();
  await renderPanel(<Screen />, PATH);
});

test.each([
  ['u', '/admin/users'],
  ['r', '/admin/reports'],
  ['c', '/admin/chat'],
  ['n', '/admin/notifications'],
  ['d', '/admin/dashboard'],
])('screen keys: g %s → %s', async (key, path) => {
  await userEvent.keyboard(`g${key}`);
  await expect.poll(() => location.pathname).toBe(path);
  expect(decide).not.toHaveBeenCalled();
});

test('screen keys: d without g → the action of the screen', async () => {
  await userEvent.keyboard('d');
  expect(decide).toHaveBeenCalledTimes(1);
  expect(location.pathname).toBe(PATH);
});

test('screen keys: / → the search field of the screen, where they are typed', async () => {
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('gr');
  expect(location.pathname).toBe(PATH);
});

test('screen keys: g of an input method, then r; g held → nothing', async () => {
  await pressInComposition('g');
  await userEvent.keyboard('r');
  await holdKey('g', async () => undefined);
  expect(location.pathname).toBe(PATH);
});

test('screen keys: turned off in their list → nothing, turned on again → they work', async () => {
  respondWithPreferences();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Phím tắt' });
  await expect.element(help.getByText('Đến ô tìm kiếm của trang')).toBeVisible();
  await help.getByRole('checkbox').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await userEvent.keyboard('gr/?');
  await expect.element(search).not.toHaveFocus();
  await expect.element(help).not.toBeInTheDocument();
  expect(location.pathname).toBe(PATH);
});

test('screen keys: turned off in the preferences → nothing, turned on again → they work', async () => {
  respondWithPreferences();
  await render(<PreferencesSection />);
  const choice = page.getByRole('checkbox', { name: 'Bật phím tắt một phím' });
  await choice.click();
  await userEvent.keyboard('?');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await choice.click();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Phím tắt' })).toBeVisible();
});
