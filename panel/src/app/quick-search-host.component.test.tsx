import { quickSearch } from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import type { QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useActions } from '../lib/actions.ts';
import { useTheme } from '../lib/theme.ts';
import { compose, endComposition, pressInComposition } from '../testing/composition.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { holdKey } from '../testing/held-keys.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { adminActions } from './layout/admin-actions.ts';
import { QuickSearchButton, QuickSearchHost } from './quick-search-host.tsx';
import { ScreenKeysHost } from './screen-keys-host.tsx';

const PATH = '/admin/dashboard';
const NOTHING: QuickSearchResult = { users: [], reports: [], content: [] };
const userOf = (name: string) => ({
  _id: name.replaceAll(' ', ''),
  username: name,
  email: 'mai@example.com',
  avatar: null,
  role: 'user' as const,
});
const MAI = userOf('Nguyễn Thị Mai');
const found = (result: Partial<QuickSearchResult> = {}) => ({
  success: true as const,
  data: { ...NOTHING, ...result },
});

const disable = vi.fn();
/** The action of one screen. */
function Disabling() {
  const confirm = useConfirm();
  const question = { title: 'Vô hiệu hóa Mai?', message: '', confirmLabel: 'Vô hiệu hóa', explain: String };
  useActions([
    {
      id: 'users.disable',
      label: 'Vô hiệu hóa',
      group: 'decide',
      isDangerous: true,
      run: () => void confirm({ ...question, run: disable }),
    },
  ]);
  return null;
}
/** Every screen has them. */
function Frame({ children }: { readonly children?: ReactNode }) {
  useActions(adminActions(useTheme(), useNavigate()));
  return (
    <>
      <QuickSearchHost />
      <ScreenKeysHost />
      <QuickSearchButton />
      <input aria-label="Tìm ở trang" />
      {children}
    </>
  );
}

const palette = page.getByRole('dialog', { name: 'Tìm nhanh' });
const field = palette.getByRole('combobox');
const options = palette.getByRole('option');
const active = palette.getByRole('option', { selected: true });
const optionsOf = (heading: string) => palette.getByRole('group', { name: heading, exact: true }).getByRole('option');
const opener = page.getByRole('button', { name: 'Tìm nhanh', exact: true });
const labelsOf = (heading: string) =>
  optionsOf(heading)
    .elements()
    .map(({ textContent }) => textContent);
const isClosed = () => expect.element(palette).not.toBeInTheDocument();

async function open(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
}
async function openPalette(children?: ReactNode): Promise<void> {
  await renderPanel(<Frame>{children}</Frame>, PATH);
  await open();
}

test('palette: its key while typing, a name and Enter → the user, and the palette is gone', async () => {
  respondTo(quickSearch, () => found({ users: [MAI] }));
  await renderPanel(<Frame />, PATH);
  await page.getByRole('textbox', { name: 'Tìm ở trang' }).click();
  await open();
  await userEvent.keyboard('nguyen thi mai');
  await expect.element(active).toMatchTextContent(MAI.username);
  await expectAccessible('the palette with results');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe(`/admin/users/${encodeURIComponent(MAI._id)}`);
  await isClosed();
});

describe('palette: keys', () => {
  test('arrow keys, Home and End → through all groups; Escape and its own key → closed, the focus where it was', async () => {
    await renderPanel(<Frame />, PATH);
    const box = page.getByRole('textbox', { name: 'Tìm ở trang' });
    await box.click();
    await open();
    await expect.element(active).toHaveTextContent('Dashboard');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(active).toHaveTextContent('Quản lý người dùng');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
    await expect.element(options.last()).toBeInViewport();
    expect(field.element().getAttribute('aria-activedescendant')).toBe(options.last().element().id);
    await userEvent.keyboard('{Home}');
    await expect.element(active).toHaveTextContent('Dashboard');
    await userEvent.keyboard('{End}');
    await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await expect.element(box).toHaveFocus();
    await open();
    await userEvent.keyboard('{Control>}k{/Control}');
    await isClosed();
    await expect.element(box).toHaveFocus();
  });

  test('Enter, an arrow key and Escape of a composition → nothing is chosen or closed; Enter after it chooses', async () => {
    respondTo(quickSearch, () => found());
    await openPalette();
    await compose('báo cáo');
    await expect.element(active).toHaveTextContent('Báo cáo');
    for (const key of ['Enter', 'ArrowDown', 'Escape']) await pressInComposition(key);
    await expect.element(active).toHaveTextContent('Báo cáo');
    expect(location.pathname).toBe(PATH);
    await endComposition('báo cáo');
    await expect.element(field).toHaveValue('báo cáo');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/admin/reports');
  });

  test('held Enter → opens it or chooses once; held Ctrl+K → opens it', async () => {
    respondTo(quickSearch, () => found());
    await renderPanel(<Frame />, PATH);
    opener.element().focus();
    await holdKey('Enter', () => expect.element(field).toHaveFocus());
    await expect.element(field).toHaveFocus();
    expect(location.pathname).toBe(PATH);
    await field.fill('giao dien toi');
    await expect.element(active).toMatchTextContent('Chuyển sang giao diện tối');
    await holdKey('Enter', isClosed);
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark');
    await expect.element(opener).toHaveFocus();
    await isClosed();
    await holdKey('k', () => expect.element(field).toBeVisible(), { control: true });
    await expect.element(field).toHaveFocus();
  });

  test('Ctrl+K beside the help of keys, which lists it → does not open it', async () => {
    await renderPanel(<Frame />, PATH);
    await userEvent.keyboard('?');
    const keys = page.getByRole('dialog', { name: 'Phím tắt' });
    await expect.element(keys.getByText('Ctrl+K')).toBeVisible();
    await expect.element(keys.getByText('Tìm nhanh', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(keys).toBeVisible();
    await isClosed();
  });
});

describe('palette: results', () => {
  test('a term without diacritics → screens, and their number is announced; no result → says so', async () => {
    respondTo(quickSearch, () => found());
    await openPalette();
    const status = palette.getByRole('status');
    await expect.element(status).toBeInTheDocument();
    const region = status.element();
    await userEvent.keyboard('bao cao');
    await expect.element(status).toMatchTextContent('1 kết quả');
    expect(labelsOf('Trang')).toEqual(['Báo cáo']);
    await field.fill('khongcogi');
    await expect.element(status).toMatchTextContent('Không tìm thấy gì cho “khongcogi”');
    expect(status.element(), 'the region that was there before').toBe(region);
    expect(options.elements()).toEqual([]);
    await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  });

  test('a dangerous action, by held Enter → asks first, Cancel has the focus; Escape → it is not done', async () => {
    respondTo(quickSearch, () => found());
    await openPalette(<Disabling />);
    await userEvent.keyboard('vo hieu hoa');
    await expect.element(optionsOf('Thao tác ở trang này').first()).toMatchTextContent('Vô hiệu hóa');
    const question = page.getByRole('alertdialog');
    await holdKey('Enter', () => expect.element(question).toBeVisible());
    await expect.element(question.getByRole('button', { name: 'Hủy' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    expect(disable).not.toHaveBeenCalled();
  });

  test('an action of another screen → is not offered', async () => {
    respondTo(quickSearch, () => found());
    await openPalette();
    await userEvent.keyboard('vo hieu hoa');
    await expect.element(palette.getByRole('status')).toMatchTextContent('Không tìm thấy gì cho “vo hieu hoa”');
  });

  test('what was chosen → first the next time, of this administrator alone; a damaged store → left out', async () => {
    respondTo(quickSearch, () => found({ users: [MAI] }));
    await openPalette();
    await userEvent.keyboard('mai@');
    await expect.element(active).toMatchTextContent(MAI.username);
    await userEvent.keyboard('{Enter}');
    await isClosed();
    await open();
    await expect.poll(() => labelsOf('Chọn gần đây')).toEqual([expect.stringMatching(/^Nguyễn Thị Mai.*Người dùng/)]);
    await expect.element(active).toMatchTextContent(MAI.username);
    await userEvent.keyboard('{Escape}');
    await isClosed();
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('recentChoices:')) localStorage.setItem(key, '[{"path":"javascript:alert(1)"}, 7');
    }
    await open();
    await expect.element(active).toHaveTextContent('Dashboard');
    expect(labelsOf('Chọn gần đây')).toEqual([]);
  });

  test('a pasted link of the panel → is opened; any other → is not, and none is searched for', async () => {
    await openPalette();
    for (const foreign of ['https://example.com/admin/users', `${location.origin}/admin/khong-co`]) {
      await field.fill(foreign);
      await expect.element(palette.getByRole('status')).toMatchTextContent('Liên kết này không thuộc trang quản trị');
      expect(options.elements()).toEqual([]);
      await userEvent.keyboard('{Enter}');
    }
    expect(location.pathname).toBe(PATH);
    await field.fill(` ${location.origin}/admin/users/lan `);
    await expect.element(active).toMatchTextContent('Mở Chi tiết người dùng');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/admin/users/lan');
  });

  test('Ctrl+Enter → a new tab, and the palette stays', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => opened.mockRestore());
    respondTo(quickSearch, () => found({ users: [userOf('mai')] }));
    await openPalette();
    await userEvent.keyboard('mai');
    await expect.element(active).toMatchTextContent('mai');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(opened).toHaveBeenCalledExactlyOnceWith('/admin/users/mai', '_blank', 'noopener');
    expect(location.pathname).toBe(PATH);
    await expect.element(field).toHaveValue('mai');
  });

  test('a search that fails → the screens stay, and a retry keeps the focus in the field', async () => {
    let isFailing = true;
    respondTo(quickSearch, () => {
      if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
      return found({ users: [userOf('Báo Cáo Viên')] });
    });
    await openPalette();
    await field.fill('bao cao');
    await expect.element(palette.getByRole('alert').getByText('Không thể tìm kiếm')).toBeVisible();
    expect(labelsOf('Trang')).toEqual(['Báo cáo']);
    await expectAccessible('the palette without a connection');
    isFailing = false;
    await palette.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(optionsOf('Người dùng')).toMatchTextContent('Báo Cáo Viên');
    await expect.element(field).toHaveFocus();
  });

  test('a late response to a former term → shows nothing', async () => {
    const held = Promise.withResolvers<void>();
    const asked: string[] = [];
    respondTo(quickSearch, async ({ body: { term } }) => {
      asked.push(term);
      if (term === 'lan anh') await held.promise;
      return found({ users: [userOf(term === 'lan anh' ? 'Lê Lan Anh' : 'Đỗ Minh Đức')] });
    });
    await openPalette();
    await field.fill('lan anh');
    await expect.poll(() => asked).toEqual(['lan anh']);
    await expect.element(palette.getByRole('status')).toMatchTextContent('Đang tìm...');
    await field.fill('minh duc');
    await expect.element(optionsOf('Người dùng')).toMatchTextContent('Đỗ Minh Đức');
    held.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect.element(optionsOf('Người dùng')).toMatchTextContent('Đỗ Minh Đức');
    await expect.element(active).toMatchTextContent('Đỗ Minh Đức');
  });
});
