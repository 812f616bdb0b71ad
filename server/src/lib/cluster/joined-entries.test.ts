import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinFields, separateEntry } from './joined-entries.ts';

const ID = '1700000000000-0';
const fieldsArbitrary = fc.array(fc.dictionary(fc.constantFrom('note', 'text', 'data', 'uid'), fc.string()), {
  minLength: 1,
});

test('what is joined comes apart as it was, in order', () => {
  fc.assert(
    fc.property(fieldsArbitrary, (all) => {
      const entries = separateEntry({ id: ID, fields: joinFields('one', all) }, 'two');
      expect(entries.map(({ fields }) => ({ ...fields }))).toEqual(all.map((fields) => ({ ...fields })));
      expect(entries.every(({ id }) => id === ID)).toBe(true);
    }),
  );
});

test('one alone is written as it is', () => {
  expect(joinFields('one', [{ note: 'pulse' }])).toEqual({ note: 'pulse' });
});

test('of what one has written oneself the place is left', () => {
  const fields = joinFields('one', [{ note: 'a' }, { note: 'b' }]);
  expect(separateEntry({ id: ID, fields }, 'one')).toEqual([{ id: ID, fields: {} }]);
});

test.each(['', '{', '[]', '{}', '[1]', '[{"note":1}]', 'null'])('of %j, which nobody has joined, too', (joined) => {
  expect(separateEntry({ id: ID, fields: { by: 'one', joined } }, 'two')).toEqual([{ id: ID, fields: {} }]);
});
