import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newToken, readBearer } from './token.ts';

test('a token holds 256 bits and never comes twice', () => {
  const tokens = Array.from({ length: 1_000 }, newToken);
  expect(new Set(tokens).size).toBe(1_000);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

test.each([undefined, '', '  ', 'Bearer', 'bearer  ', 'Bearer Bearer '])('%j holds no token', (header) => {
  expect(readBearer(header)).toBeUndefined();
});

test('any number of prefixes in any letter case comes off, and nothing of the token', () => {
  const prefix = fc.constantFrom('Bearer ', 'bearer ', 'BEARER  ', ' Bearer\t');
  fc.assert(
    fc.property(fc.array(prefix, { maxLength: 4 }), (prefixes) => {
      const token = newToken();
      expect(readBearer(prefixes.join('') + token)).toBe(token);
    }),
  );
});

test('a token that begins with the word stays whole', () => {
  expect(readBearer('Bearer bearerABC')).toBe('bearerABC');
});

test('a header of any length is read without going over it again and again', () => {
  expect(readBearer(`${'Bearer '.repeat(20_000)}${' '.repeat(1_000_000)}x`)).toBe('x');
});
