import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import { useInfiniteList } from '../lib/use-infinite-list.ts';
import { useRowFocus } from '../lib/use-row-focus.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { type Column, GridCell, ROW_ACTION, ROW_ACTION_CLASS, RowLink } from '../ui/table-row.tsx';
import { VirtualTable } from '../ui/virtual-table.tsx';
import { renderPanel } from './render-panel.tsx';

export const PAGE = 50;

interface City {
  readonly id: string;
  readonly name: string;
}
export type Page = ListPage<City>;
export type FetchPage = (cursor: string | null) => Promise<Page>;

/** The page of a list with so many rows that a cursor, a number, leads to. */
export function pageOf(total: number, cursor: string | null = null): Page {
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

/** A list of cities in a table, behind a button. */
export function Example({ fetchPage, isExpandable = false, search = '' }: ExampleProps) {
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
export function Searching({ second }: { readonly second: Promise<Page> }) {
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

export const grid = () => page.getByRole('grid', { name: 'Thành phố' });
export const row = (index: number) => page.elementLocator(rowElement(index) ?? document.createElement('div'));
export const rowElement = (index: number) => document.querySelector<HTMLElement>(`[data-row="city-${index}"]`);
export const hasFocus = (index: number) =>
  expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe(`city-${index}`);
export const checkbox = (index: number) => page.getByRole('checkbox', { name: `Chọn Thành phố ${index}`, exact: true });
export const isFocused = () => document.activeElement;

/** Opens a list of so many rows, scrolled to its top. */
export async function open(total = 60, props: Partial<ExampleProps> = {}): Promise<void> {
  await renderPanel(<Example fetchPage={async (cursor) => pageOf(total, cursor)} {...props} />);
  await expect.element(grid()).toBeVisible();
  await expect.poll(() => rowElement(0)).not.toBeNull();
  window.scrollTo(0, 0);
}

/** Scrolls until a row is not rendered any more. */
export async function scrollAway(index: number): Promise<void> {
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => rowElement(index)).toBeNull();
}
