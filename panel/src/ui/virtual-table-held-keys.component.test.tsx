import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import { useInfiniteList } from '../lib/use-infinite-list.ts';
import { useRowFocus } from '../lib/use-row-focus.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { type Column, RowLink } from './table-row.tsx';
import { VirtualTable } from './virtual-table.tsx';

const PAGE = 50;
/** More than two pages. */
const COUNT = 120;
const LOAD_MS = 30;
/** Upper limit for holding a key until the last row has the focus, loading included. */
const HELD_MAX_MS = 15_000;
const KEYS = { Tab: 9, ArrowDown: 40, ArrowUp: 38 } as const;

interface City {
  readonly id: string;
}
const idOf = ({ id }: City): string => id;
const IDS = Array.from({ length: COUNT }, (_, index) => `city-${index}`);

/** The page that a cursor, a number, leads to, a moment later. */
async function fetchPage(cursor: string | null): Promise<ListPage<City>> {
  await new Promise((resolve) => setTimeout(resolve, LOAD_MS));
  const from = Number(cursor ?? 0);
  const nextCursor = from + PAGE < COUNT ? String(from + PAGE) : null;
  const rows = IDS.slice(from, from + PAGE).map((id) => ({ id }));
  return toListPage(rows, { total: COUNT, totalRelation: 'eq', nextCursor });
}

const COLUMNS: ReadonlyArray<Column<City>> = [
  { header: 'Tên', width: '1fr', cell: idOf },
  {
    header: 'Mở',
    width: '8rem',
    cell: ({ id }, { tabIndex }) => <RowLink to={`/${id}`} label="Chi tiết" name={id} tabIndex={tabIndex} />,
  },
];

function Cities() {
  const list = useInfiniteList<City>({
    queryKey: ['held-cities'],
    pageKey: (cursor) => ['held-cities', cursor],
    fetchPage,
  });
  const focus = useRowFocus(list, idOf);
  return (
    <VirtualTable
      feature="held-cities"
      search=""
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={COLUMNS}
      wideFrom="md"
      rowClassName="flex h-11 items-center gap-3 px-3 md:grid md:grid-cols-(--columns)"
      rowHeightPx={{ wide: 44, narrow: 44 }}
      skeleton={<div />}
      label="Thành phố"
      empty={{ title: 'Chưa có thành phố' }}
      texts={{ loading: 'Đang tải...', loadingMore: 'Đang tải thêm...', end: 'Đã hết', failed: 'Không thể tải' }}
    />
  );
}

/** Holds a key for so many repeats. They do not wait for the page, like those of a keyboard: several may occur in one frame. */
async function hold(key: keyof typeof KEYS, repeats: number): Promise<void> {
  const event = { key, code: key, windowsVirtualKeyCode: KEYS[key] };
  const presses = Array.from({ length: repeats }, (_, index) =>
    cdp().send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown', autoRepeat: index > 0 }),
  );
  await Promise.all(presses);
  await cdp().send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
}

/** Records the rows that get the focus from now on; consecutive repeats count once. */
function watchFocus(): string[] {
  const visited: string[] = [];
  const record = ({ target }: FocusEvent) => {
    const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : undefined;
    if (id && visited.at(-1) !== id) visited.push(id);
  };
  document.addEventListener('focusin', record);
  onTestFinished(() => document.removeEventListener('focusin', record));
  return visited;
}

/** Holds an arrow key until a row has the focus. */
async function holdUntil(key: 'ArrowDown' | 'ArrowUp', visited: readonly string[], last: string): Promise<void> {
  const deadline = Date.now() + HELD_MAX_MS;
  while (!visited.includes(last) && Date.now() < deadline) await hold(key, 40);
}

test('VirtualTable: a held arrow leads through every row of all pages to the end and back; a held Tab leaves it', async () => {
  await renderPanel(
    <>
      <Cities />
      <button type="button">Sau</button>
    </>,
  );
  await expect.element(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => document.querySelector('[data-row="city-0"]')).not.toBeNull();
  const visited = watchFocus();
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus();
  await holdUntil('ArrowDown', visited, IDS.at(-1) ?? '');
  expect(visited).toEqual(IDS);
  visited.length = 0;
  await holdUntil('ArrowUp', visited, 'city-0');
  // Each row is recorded once: the focus moved directly from row to row.
  expect(visited).toEqual(IDS.toReversed().slice(1));
  visited.length = 0;
  await hold('Tab', 2);
  // The link of its row is between.
  expect(visited.filter((id) => id !== 'city-0')).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Sau' })).toHaveFocus();
});
