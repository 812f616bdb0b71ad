import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../lib/api-error.ts';
import { toListPage } from '../lib/infinite-pages.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import {
  checkbox,
  Example,
  type FetchPage,
  grid,
  hasFocus,
  isFocused,
  open,
  PAGE,
  type Page,
  pageOf,
  row,
  rowElement,
  Searching,
  scrollAway,
} from '../testing/virtual-table.tsx';

describe('VirtualTable: states', () => {
  test('loading: shows skeletons, says so, and is busy; then the rows', async () => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    const screen = await renderPanel(<Example fetchPage={() => promise} />);
    await expect.element(screen.getByRole('status').getByText('Đang tải...')).toBeInTheDocument();
    await expect.poll(() => screen.getByTestId('skeleton').elements().length).toBe(10);
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
    await expectAccessible('a table that loads');
    resolve(pageOf(3));
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4');
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
    await expect.element(screen.getByText('Đã hết')).toBeVisible();
    await expectAccessible('a table of three rows');
  });

  test('empty: says so in place of the table', async () => {
    const screen = await renderPanel(<Example fetchPage={async () => pageOf(0)} />);
    await expect.element(screen.getByText('Chưa có thành phố')).toBeVisible();
    await expect.element(grid()).not.toBeInTheDocument();
  });

  test('failed: says so; the retry says that it tries, keeps the focus, and shows the rows', async () => {
    const retry = Promise.withResolvers<Page>();
    const fetchPage = vi.fn<FetchPage>(() => retry.promise);
    fetchPage.mockRejectedValueOnce(new ApiError({ status: 404, code: 'NOT_FOUND' }));
    const screen = await renderPanel(<Example fetchPage={fetchPage} />);
    await expect.element(screen.getByRole('alert').getByText('Không thể tải')).toBeVisible();
    await screen.getByRole('button', { name: 'Thử lại', exact: true }).click();
    await expect.element(screen.getByRole('button', { name: 'Đang thử lại...' })).toHaveFocus();
    retry.resolve(pageOf(3));
    await expect.poll(() => rowElement(2)).not.toBeNull();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('the end of a page is near: loads the next, says so, and says where the list ends', async () => {
    const next = Promise.withResolvers<void>();
    const screen = await renderPanel(
      <Example
        fetchPage={async (cursor) => {
          if (cursor !== null) await next.promise;
          return pageOf(60, cursor);
        }}
      />,
    );
    await expect.poll(() => rowElement(0)).not.toBeNull();
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(screen.getByText('Đang tải thêm...')).toBeVisible();
    next.resolve();
    await expect.element(screen.getByText('Đã hết')).toBeInTheDocument();
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '61');
  });

  test('another query: the former rows stay under a line until its own are there', async () => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    const screen = await renderPanel(<Searching second={promise} />);
    await expect.poll(() => rowElement(2)).not.toBeNull();
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
    await screen.getByRole('button', { name: 'Tìm' }).click();
    await expect.poll(() => document.querySelector('[aria-busy=true]')).not.toBeNull();
    expect(rowElement(2)).not.toBeNull();
    resolve(pageOf(1));
    await expect.poll(() => rowElement(2)).toBeNull();
    expect(rowElement(0)).not.toBeNull();
    expect(document.querySelector('[aria-busy=true]')).toBeNull();
  });
});

describe('VirtualTable: keys', () => {
  test('Tab: reaches the first row, then its controls, then leaves the table', async () => {
    await open(3);
    await page.getByRole('button', { name: /^Trước/ }).click();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('checkbox', { name: 'Chọn tất cả' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await hasFocus(0);
    await userEvent.keyboard('{Tab}');
    await expect.element(checkbox(0)).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('link', { name: 'Chi tiết Thành phố 0' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => isFocused()?.closest('[role=grid]')).toBeNull();
  });

  test('arrows, page keys, Home, End, j and k: move between rows and stop at the ends', async () => {
    await open(PAGE);
    await userEvent.keyboard('j');
    await hasFocus(0);
    for (const [key, index] of [
      ['{ArrowDown}', 1],
      ['j', 2],
      ['k', 1],
      ['{ArrowUp}', 0],
      ['{ArrowUp}', 0],
      ['{End}', 49],
      ['{Home}', 0],
    ] as const) {
      await userEvent.keyboard(key);
      await hasFocus(index);
    }
    await userEvent.keyboard('{PageDown}');
    await expect.poll(() => Number(isFocused()?.getAttribute('aria-rowindex'))).toBeGreaterThan(15);
    await userEvent.keyboard('{PageUp}');
    await hasFocus(0);
  });

  test('an arrow at the last loaded row: the next row gets the focus once it is loaded', async () => {
    const next = Promise.withResolvers<void>();
    await open(60, {
      fetchPage: async (cursor) => {
        if (cursor !== null) await next.promise;
        return pageOf(60, cursor);
      },
    });
    await userEvent.keyboard('j{End}');
    await hasFocus(49);
    await userEvent.keyboard('{ArrowDown}');
    next.resolve();
    await hasFocus(50);
  });

  test('ArrowRight and ArrowLeft: move between the cells of a row and, in one column, between rows; Enter opens', async () => {
    await open(3);
    await userEvent.keyboard('j{ArrowRight}');
    await expect.element(checkbox(0)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(checkbox(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => [isFocused()?.role, isFocused()?.textContent]).toEqual(['gridcell', 'Thành phố 1']);
    await userEvent.keyboard('{End}');
    await expect.element(page.getByRole('link', { name: 'Chi tiết Thành phố 1' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await hasFocus(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Trước /cities/city-1' })).toBeVisible();
  });

  test('Space and x on a row: select and deselect it, and neither scroll nor move the focus', async () => {
    await open();
    await userEvent.keyboard('j');
    await hasFocus(0);
    const before = window.scrollY;
    for (const [key, isSelected] of [
      [' ', 'true'],
      [' ', 'false'],
      ['x', 'true'],
      ['x', 'false'],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(row(0)).toHaveAttribute('aria-selected', isSelected);
      // A scroll would start within the next frames.
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(window.scrollY).toBe(before);
      await hasFocus(0);
    }
  });

  test('j during a composition, with Ctrl or with a dialog open: moves nothing', async () => {
    await open(3);
    const press = (init: KeyboardEventInit) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, ...init }));
    press({ isComposing: true });
    press({ ctrlKey: true });
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.show();
    press({});
    dialog.remove();
    expect(isFocused()).toBe(document.body);
    press({});
    await hasFocus(0);
  });

  test('Enter and Space on a row that expands: expand and collapse it, and it keeps the focus', async () => {
    await open(3, { isExpandable: true });
    await userEvent.keyboard('j');
    await hasFocus(0);
    const details = page.getByText('Dân số của Thành phố 0');
    await userEvent.keyboard('{Enter}');
    await expect.element(details).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Xem Thành phố 0' }))
      .toHaveAttribute('aria-expanded', 'true');
    await expectAccessible('an expanded row');
    await userEvent.keyboard(' ');
    await expect.element(details).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'Xem Thành phố 0' }))
      .toHaveAttribute('aria-expanded', 'false');
    await hasFocus(0);
  });
});

describe('VirtualTable: a focused row that is scrolled away', () => {
  const LONG = 300;
  /** Whole in memory, so that scrolling loads nothing. */
  const whole: FetchPage = async () => {
    const rows = [0, 50, 100, 150, 200, 250].flatMap((from) => pageOf(LONG, String(from)).rows ?? []);
    return toListPage(rows, { total: LONG, totalRelation: 'eq', nextCursor: null });
  };

  test('the focus stays in the list, and keys and Tab continue from the row', async () => {
    await open(LONG, { fetchPage: whole });
    await userEvent.keyboard('j');
    await hasFocus(0);
    await scrollAway(0);
    expect(isFocused()?.closest('[role=grid]')).not.toBeNull();
    await userEvent.keyboard('{ArrowDown}');
    await hasFocus(1);
    // Tab reaches the row also while it is not rendered.
    await scrollAway(1);
    const all = page.getByRole('checkbox', { name: 'Chọn tất cả' });
    all.element().focus({ preventScroll: true });
    await userEvent.keyboard('{Tab}');
    await hasFocus(1);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(all).toHaveFocus();
  });

  test('Shift+Tab from below the list: focuses the last control of the row', async () => {
    await open(LONG, { fetchPage: whole });
    await userEvent.keyboard('j');
    await hasFocus(0);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await scrollAway(0);
    const behind = document.body.appendChild(document.createElement('button'));
    behind.style.cssText = 'position: fixed; top: 0';
    behind.focus({ preventScroll: true });
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(page.getByRole('link', { name: 'Chi tiết Thành phố 0', exact: true })).toHaveFocus();
    behind.remove();
  });

  test('the window gets the focus again: the list keeps its scroll position', async () => {
    await open(LONG, { fetchPage: whole });
    await userEvent.keyboard('j');
    await hasFocus(0);
    await scrollAway(0);
    for (const type of ['focusout', 'focusin']) {
      document.activeElement?.dispatchEvent(new FocusEvent(type, { bubbles: true }));
    }
    // A scroll back to the row would start within the next frames.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(rowElement(0)).toBeNull();
    await userEvent.keyboard('{ArrowUp}');
    await hasFocus(0);
  });
});
