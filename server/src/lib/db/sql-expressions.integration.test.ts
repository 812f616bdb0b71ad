import { WORD_SEPARATORS } from '@hai-dang/contract/lib/search-words.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { isWordIndexed } from '../search/search-term.ts';
import { containsText, wordMatch } from './sql-expressions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Finds whether the text of each pair contains the term, by its words and by the index's condition. */
async function compare(pairs: ReadonlyArray<readonly [text: string, term: string]>) {
  const rows = pairs.map(([text, term]) => {
    const folded = sql<string>`normalize_search(${text}::text)`;
    return sql`select ${containsText(folded, term)} as contains, ${wordMatch(folded, term)} as matches`;
  });
  const { rows: found } = await sql<{ contains: boolean; matches: boolean | null }>`
    ${sql.join(rows, sql` union all `)}`.execute(database.db);
  return found;
}

describe('containsText', () => {
  test.each([
    ['Biển Đà Nẵng sáng nay', 'bien da', true],
    ['Biển Đà Nẵng sáng nay', 'ĐÀ NẴ', true],
    ['Biển Đà Nẵng sáng nay', 'iển', false],
    ['Biển Đà Nẵng sáng nay', 'biển nẵng', false],
    ['đi (đà-nẵng) #dulich', 'đà nẵng dulich', true],
    ['xem https://lừa.example/quà', 'lừa.example/q', true],
    ['hay quá❤️đẹp', 'dep', true],
    ['hay quá ❤️', '❤️', true],
    ['giảm 100% hôm nay', '%', true],
    ['giảm 100 hôm nay', '%', false],
    ["rock'n'roll", "n'r", true],
    ['Приве́т мир', 'мир', true],
    ['a.b*c', 'a.*c', false],
  ])('%j, term %j: %s', async (text, term, expected) => {
    expect(await compare([[text, term]])).toMatchObject([{ contains: expected }]);
  });

  test('the condition of the index has the same matches, for any text and term with words', async () => {
    const parts = [
      'a',
      'ab',
      'b',
      'đạ',
      '1',
      ' ',
      ' ',
      '-',
      '. ',
      '"',
      "'",
      '\\',
      '%',
      '_',
      ':*',
      '&|!',
      '(',
      '😀',
      '\u2019',
    ];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 20 }).map((list) => list.join(''));
    const pair = fc
      .tuple(text, fc.nat(10), fc.integer({ min: 3, max: 10 }), fc.constantFrom('', '', 'a', ' b'))
      .map(([whole, from, length, end]) => [whole, whole.slice(from, from + length) + end] as const);
    const pairs = fc.sample(pair, { numRuns: 1_000, seed: 1 }).filter(([, term]) => isWordIndexed(term));
    const found = await compare(pairs);
    for (const kind of [true, false])
      expect(found.filter(({ contains }) => contains === kind).length).toBeGreaterThan(30);
    for (const [index, { contains, matches }] of found.entries())
      expect([pairs[index], matches]).toEqual([pairs[index], contains]);
  });

  test('a word of any length is found', async () => {
    const long = 'x'.repeat(5_000);
    expect(await compare([[`mot ${long} hai`, `mot ${long} h`]])).toEqual([{ contains: true, matches: true }]);
  });
});

test('word_pairs: takes a text of any length', async () => {
  const { rows } = await sql<{ pairs: number }>`
    select length(word_pairs(string_agg(n::text, ' '))) as pairs from generate_series(1, 300000) n`.execute(
    database.db,
  );
  expect(rows[0]?.pairs).toBeGreaterThan(10_000);
});

test('search_words: separates words at the characters of WORD_SEPARATORS', async () => {
  const characters = [...Array(0x3100).keys(), 0xfe0f, 0xfeff, 0xff01, 0x1f600, 0x1faff, 0x1fb00]
    .filter((code) => code > 0)
    .map((code) => String.fromCodePoint(code));
  const { rows } = await sql<{ words: string }>`
    select search_words('a' || c || 'b') as words from unnest(${characters}::text[]) with ordinality t (c, n) order by n`.execute(
    database.db,
  );
  expect(rows.map(({ words }) => words)).toEqual(
    characters.map((character) => `a${character}b`.replaceAll(WORD_SEPARATORS, ' ')),
  );
});
