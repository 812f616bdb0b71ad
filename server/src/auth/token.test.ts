import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newToken, readBearer } from './token.ts';

test('newToken: 256 bits, unique', () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(1_000);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test.each([undefined, '', '  ', 'Bearer', 'bearer  ', 'Bearer Bearer '])(
  'readBearer: %j contains no token',
  (header) => {
    expect(readBearer(header)).toBeUndefined();
  },
);

test('readBearer: any number of prefixes in any letter case is removed, and nothing of the token', () => {
  const prefix = fc.constantFrom('Bearer ', 'bearer ', 'BEARER  ', ' Bearer\t');
  fc.assert(
    fc.property(fc.array(prefix, { maxLength: 4 }), (prefixes) => {
      const token = newToken();
      expect(readBearer(prefixes.join('') + token)).toBe(token);
    }),
  );
});

test("readBearer: a token that starts with the prefix's word is unchanged", () => {
  expect(readBearer('Bearer bearerABC')).toBe('bearerABC');
});

test('readBearer: a long header is parsed in linear time', () => {
  expect(readBearer(`${'Bearer '.repeat(20_000)}${' '.repeat(1_000_000)}x`)).toBe('x');
});
