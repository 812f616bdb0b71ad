import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../lib/api-error.ts';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import { useInfiniteList } from '../lib/use-infinite-list.ts';
import { useRowFocus } from '../lib/use-row-focus.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { Checkbox } from './checkbox.tsx';
import { type Column, GridCell, ROW_ACTION, ROW_ACTION_CLASS, RowLink } from './table-row.tsx';
import { VirtualTable } from './virtual-table.tsx';

const PAGE = 50;

interface City {
  readonly id: string;
  readonly name: string;
}
type Page = ListPage<City>;
type FetchPage = (cursor: string | null) => Promise<Page>;

/** The page of a list with so many rows that a cursor, a number, leads to. */
function pageOf(total: number, cursor: string | null = null): Page {
  const from = Number(cursor ?? 0);
  const rows = Array.from({ length: Math.min(PAGE, total - from) }, (_, index) => ({
    id: `city-${from + index}`,
    name: `Thành phố ${from + index}`,
  }));
  const nextCursor = from + PAGE < total ? String(from + PAGE) : null;
  return toListPage(rows, { total, totalRelation: 'eq', nextCursor });
}

const TEXTS = { loading: 'Đang tải...', loadingMore: 'Đang tải thêm...', end: 'Đã hết', failed: 'Không thể tải' };
const name: Column<City> = { header: 'Tên', width: '1fr', cell: (city) => city.name };
const link: Column<City> = {
  header: 'Mở',
  width: '8rem',
  cell: (city, { tabIndex }) => (
    <RowLink to={`/cities/${city.id}`} label="Chi tiết" name={city.name} tabIndex={tabIndex} />
  ),
};

const selectWith = (toggle: (city: City) => void): Column<City> => ({
  width: '2rem',
  cell: (city, { tabIndex, isSelected }) => (
    <Checkbox
      label={`Chọn ${city.name}`}
      checked={isSelected}
      tabIndex={tabIndex}
      onChange={() => toggle(city)}
      className="relative z-10 -m-2 p-2"
    >
      {null}
    </Checkbox>
  ),
});

const expandWith = (toggle: (city: City) => void): Column<City> => ({
  header: 'Chi tiết',
  width: '8rem',
  cell: (city, { tabIndex, isExpanded }) => (
    <button
      type="button"
      {...ROW_ACTION}
      className={ROW_ACTION_CLASS}
      tabIndex={tabIndex}
      aria-expanded={isExpanded}
      onClick={() => toggle(city)}
    >
      Xem {city.name}
    </button>
  ),
});

interface ExampleProps {
  readonly fetchPage: FetchPage;
  /** Enter and Space expand a row in place of opening and selecting it. */
  readonly isExpandable?: boolean;
  readonly search?: string;
}

const idOf = ({ id }: City): string => id;

function Example({ fetchPage, isExpandable = false, search = '' }: ExampleProps) {
  const list = useInfiniteList<City>({
    queryKey: ['cities', search],
    pageKey: (cursor) => ['cities', search, cursor],
    fetchPage,
  });
  const focus = useRowFocus(list, idOf);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const isChosen = ({ id }: City) => chosen.includes(id);
  const toggle = useCallback(
    ({ id }: City) =>
      setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
    [],
  );
  const columns = useMemo(
    () => (isExpandable ? [name, expandWith(toggle)] : [selectWith(toggle), name, link]),
    [isExpandable, toggle],
  );
  const { pathname } = useLocation();
  return (
    <>
      <button type="button">Trước {pathname}</button>
      <VirtualTable
        feature="cities"
        search={search}
        list={list}
        focus={focus}
        rowKey={idOf}
        columns={columns}
        wideFrom="md"
        rowClassName="flex h-11 items-center gap-3 px-3 md:grid md:grid-cols-(--columns)"
        rowHeightPx={{ wide: 44, narrow: 44 }}
        skeleton={<div data-testid="skeleton" />}
        label="Thành phố"
        empty={{ title: 'Chưa có thành phố' }}
        texts={TEXTS}
        {...(isExpandable
          ? {
              renderDetails: (city: City) => (isChosen(city) ? <GridCell>Dân số của {city.name}</GridCell> : undefined),
            }
          : {
              isSelected: isChosen,
              onSelect: toggle,
              selectAll: (
                <Checkbox label="Chọn tất cả" className="min-h-6">
                  {null}
                </Checkbox>
              ),
            })}
      />
    </>
  );
}

/** A list of three rows, and a search whose page comes later. */
function Searching({ second }: { readonly second: Promise<Page> }) {
  const [search, setSearch] = useState('');
  return (
    <>
      <button type="button" onClick={() => setSearch('?q=1')}>
        Tìm
      </button>
      <Example search={search} fetchPage={async () => (search === '' ? pageOf(3) : second)} />
    </>
  );
}

const grid = () => page.getByRole('grid', { name: 'Thành phố' });
const row = (index: number) => page.elementLocator(rowElement(index) ?? document.createElement('div'));
const rowElement = (index: number) => document.querySelector<HTMLElement>(`[data-row="city-${index}"]`);
const hasFocus = (index: number) =>
  expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe(`city-${index}`);
const checkbox = (index: number) => page.getByRole('checkbox', { name: `Chọn Thành phố ${index}`, exact: true });
const isFocused = () => document.activeElement;

async function open(total = 60, props: Partial<ExampleProps> = {}): Promise<void> {
  await renderPanel(<Example fetchPage={async (cursor) => pageOf(total, cursor)} {...props} />);
  await expect.element(grid()).toBeVisible();
  await expect.poll(() => rowElement(0)).not.toBeNull();
  window.scrollTo(0, 0);
}

/** Scrolls until a row is not rendered any more. */
async function scrollAway(index: number): Promise<void> {
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => rowElement(index)).toBeNull();
}

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
