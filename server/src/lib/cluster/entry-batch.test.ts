import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packEntries, unpackEntry } from './entry-batch.ts';

const ID = '1700000000000-0';
const fieldsArbitrary = fc.array(fc.dictionary(fc.constantFrom('topic', 'text', 'data', 'uid'), fc.string()), {
  minLength: 1,
});

test('unpackEntry: the entries as packed, in order', () => {
  fc.assert(
    fc.property(fieldsArbitrary, (all) => {
      const entries = unpackEntry({ id: ID, fields: packEntries('one', all) }, 'two');
      expect(entries.map(({ fields }) => ({ ...fields }))).toEqual(all.map((fields) => ({ ...fields })));
      expect(entries.every(({ id }) => id === ID)).toBe(true);
    }),
  );
});

test('packEntries: a single entry is written unbatched', () => {
  expect(packEntries('one', [{ topic: 'heartbeat' }])).toEqual({ topic: 'heartbeat' });
});

test("unpackEntry: of the server's own entries only the position is returned", () => {
  const fields = packEntries('one', [{ topic: 'a' }, { topic: 'b' }]);
  expect(unpackEntry({ id: ID, fields }, 'one')).toEqual([{ id: ID, fields: {} }]);
});

test.each(['', '{', '[]', '{}', '[1]', '[{"topic":1}]', 'null'])(
  'unpackEntry: of the malformed batch %j only the position is returned',
  (batch) => {
    expect(unpackEntry({ id: ID, fields: { by: 'one', batch } }, 'two')).toEqual([{ id: ID, fields: {} }]);
  },
);
