import { anyText, anyWellFormedText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';

const schema = z.object({ at: z.string(), id: z.string() });

test('encodeCursor: decodes to the same position, in characters that are valid in a URL', () => {
  // Well-formed, like all text from the database.
  const text = anyWellFormedText();
  fc.assert(
    fc.property(text, text, (at, id) => {
      const cursor = encodeCursor({ at, id });
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor(cursor, schema)).toEqual({ at, id });
    }),
  );
});

test('decodeCursor: any other text is rejected with its error code', () => {
  const cursors = fc.oneof(
    anyText(),
    fc.jsonValue().map(encodeCursor),
    fc.constantFrom(
      '',
      '{}',
      encodeCursor(null),
      encodeCursor({ at: 1, id: 'x' }),
      encodeCursor({ at: 'x' }).slice(0, -2),
    ),
  );
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(() => decodeCursor(cursor, schema)).toThrow(expect.objectContaining({ code: 'INVALID_CURSOR' }));
    }),
  );
});
