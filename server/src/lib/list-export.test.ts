import { expect, test } from 'vitest';
import { csvText, filtersInUse } from './list-export.ts';

const columns = [['Số', (row: number) => String(row)]] as const;

/** The lines of the pages, which may be empty. */
async function linesOf(pages: readonly number[][], maxRows: number): Promise<{ lines: string[]; fetched: number }> {
  let fetched = 1;
  const pageAt = (at: number) => ({ rows: pages[at] ?? [], next: at + 1 < pages.length ? at + 1 : null });
  const fetchPage = async (at: number | null) => {
    fetched += 1;
    return pageAt(at ?? 0);
  };
  let text = '';
  for await (const part of csvText({ columns, fetchPage }, pageAt(0), maxRows)) text += part;
  return { lines: text.replace('\uFEFF', '').split('\r\n').slice(1, -1), fetched };
}

test('csvText: has the rows of all pages, also behind an empty one', async () => {
  expect((await linesOf([[1, 2], [], [3]], 10)).lines).toEqual(['"1"', '"2"', '"3"']);
  expect((await linesOf([[]], 10)).lines).toEqual([]);
});

test('csvText: exactly the maximum of rows is the whole list, one more ends with a notice', async () => {
  expect((await linesOf([[1, 2], [3]], 3)).lines).toEqual(['"1"', '"2"', '"3"']);
  expect((await linesOf([[1, 2], [3], []], 3)).lines).toEqual(['"1"', '"2"', '"3"']);
  const { lines, fetched } = await linesOf([[1, 2], [3], [4], [5]], 3);
  expect(lines.slice(0, 3)).toEqual(['"1"', '"2"', '"3"']);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^"Tệp chỉ có/);
  expect(fetched).toBe(3);
});

test('csvText: an export that is aborted between empty pages fetches no more', async () => {
  let fetched = 0;
  const fetchPage = async () => {
    fetched += 1;
    return { rows: [], next: 1 };
  };
  const text = csvText({ columns, fetchPage }, { rows: [], next: 1 }, 10);
  await text.next();
  await text.next();
  await text.next();
  await text.return(undefined);
  expect(await text.next()).toMatchObject({ done: true });
  expect(fetched).toBe(1);
});

test('filtersInUse: leaves out values that mean any', () => {
  const filters = { a: '', b: null, c: undefined, d: false, e: true, f: 'x', g: { id: '1' } };
  expect(filtersInUse(filters)).toEqual({ e: true, f: 'x', g: { id: '1' } });
});
