import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evictDistantPages,
  type InfinitePages,
  type ListPage,
  pageOfRow,
  pageStarts,
  restorePage,
  rowAt,
  toListPage,
  updateRow,
  wholeList,
} from './infinite-pages.ts';

interface Row {
  _id: string;
  vohieuhoa?: boolean;
}

/** Pages of the given lengths, as a server would send them one after the other. */
function pagesOf(lengths: readonly number[]): InfinitePages<Row> {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let next = 0;
  const pages = lengths.map((length, index): ListPage<Row> => {
    const rows = Array.from({ length }, (): Row => ({ _id: `row-${next++}` }));
    const nextCursor = index === lengths.length - 1 ? null : `after-${next}`;
    return toListPage(rows, { total, totalRelation: 'eq', nextCursor });
  });
  return { pages, pageParams: [null, ...pages.slice(0, -1).map((page) => page.nextCursor)] };
}

const rowsOf = ({ pages }: InfinitePages<Row>) => {
  const starts = pageStarts(pages);
  return Array.from({ length: starts.at(-1) ?? 0 }, (_, row) => rowAt(pages, starts, row)?._id);
};
const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`);
const lengths = fc.array(fc.nat({ max: 7 }), { minLength: 1, maxLength: 30 });

describe('rowAt and pageOfRow', () => {
  test('rowAt: returns all rows in order, for pages of any length', () => {
    fc.assert(
      fc.property(lengths, (counts) => {
        const data = pagesOf(counts);
        expect(rowsOf(data)).toEqual(idsUpTo(data.pages[0]?.total ?? 0));
      }),
    );
  });

  test('pageOfRow: finds the page of a row', () => {
    fc.assert(
      fc.property(lengths, fc.nat({ max: 250 }), (counts, row) => {
        const starts = pageStarts(pagesOf(counts).pages);
        const page = pageOfRow(starts, row);
        expect(starts[page]).toBeLessThanOrEqual(row);
        if (row < (starts.at(-1) ?? 0)) expect(starts[page + 1]).toBeGreaterThan(row);
      }),
    );
  });
});

describe('evictDistantPages and restorePage', () => {
  test('evictDistantPages: keeps the index of every row, and the rows of near pages only', () => {
    fc.assert(
      fc.property(lengths, fc.nat({ max: 29 }), fc.nat({ max: 5 }), (counts, seen, keep) => {
        const data = pagesOf(counts);
        const lighter = evictDistantPages(data, seen, seen, keep);
        expect(rowsOf(lighter)).toHaveLength(rowsOf(data).length);
        for (const [index, page] of lighter.pages.entries()) {
          const isNear = Math.abs(index - seen) <= keep;
          expect(page.rows !== null).toBe(isNear || page.count === 0);
        }
        expect(lighter.pages.filter((page) => page.count > 0 && page.rows).length).toBeLessThanOrEqual(2 * keep + 1);
      }),
    );
  });

  test('evictDistantPages: returns the same object when all pages are near', () => {
    const data = pagesOf([3, 3, 3]);
    expect(evictDistantPages(data, 0, 2, 0)).toBe(data);
  });

  test('restorePage: restores evicted pages', () => {
    fc.assert(
      fc.property(lengths, (counts) => {
        const data = pagesOf(counts);
        const emptied = evictDistantPages(data, -1, -1, 0);
        const restored = data.pages.reduce((current, page, index) => restorePage(current, index, page), emptied);
        expect(restored).toEqual(data);
      }),
    );
  });

  test('restorePage: drops the following pages if the page ends elsewhere', () => {
    const data = pagesOf([2, 2, 2]);
    const shifted = toListPage([{ _id: 'new' }, { _id: 'row-0' }], {
      total: 7,
      totalRelation: 'eq',
      nextCursor: 'elsewhere',
    });
    expect(restorePage(data, 0, shifted)).toEqual({ pages: [shifted], pageParams: [null] });
  });
});

describe('updateRow', () => {
  test('replaces a row in place', () => {
    const data = pagesOf([2, 2]);
    const changed = updateRow(data, 'row-2', (row) => ({ ...row, vohieuhoa: true }));
    expect(changed.pages[1]?.rows).toEqual([{ _id: 'row-2', vohieuhoa: true }, { _id: 'row-3' }]);
    expect(changed.pages[0]).toBe(data.pages[0]);
  });

  test('removes a row and decrements the total', () => {
    fc.assert(
      fc.property(lengths, fc.nat(), (counts, pick) => {
        const data = pagesOf(counts);
        const ids = rowsOf(data);
        fc.pre(ids.length > 0);
        const gone = ids[pick % ids.length] ?? '';
        const rest = updateRow(data, gone, () => undefined);
        expect(rowsOf(rest)).toEqual(ids.filter((id) => id !== gone));
        expect(rest.pages.every((page) => page.total === ids.length - 1)).toBe(true);
      }),
    );
  });

  test('returns the same object for a row that is not in the list', () => {
    const data = pagesOf([2, 2]);
    expect(updateRow(data, 'somebody', () => undefined)).toBe(data);
  });
});

test('wholeList: all rows are on the one page', () => {
  expect(toListPage([{ _id: 'a' }, { _id: 'b' }], wholeList(2))).toEqual({
    rows: [{ _id: 'a' }, { _id: 'b' }],
    count: 2,
    total: 2,
    totalRelation: 'eq',
    nextCursor: null,
  });
});
