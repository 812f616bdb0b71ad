import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutBytes, parseByteRange } from './byte-range.ts';

test.each([
  ['bytes=0-3', { first: 0, last: 3 }],
  ['bytes=4-', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-30', { first: 0, last: 9 }],
  ['bytes=8-99', { first: 8, last: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  // None of ours to answer: the whole is.
  ['bytes=5-4', null],
  ['bytes=0-1,4-5', null],
  ['lines=0-3', null],
  ['bytes=-', null],
  [undefined, null],
])('of ten bytes %s is %o', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

test('whatever the chunks, the part is cut out of the whole', async () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(chunks, fc.nat(), fc.nat(), async (parts, a, b) => {
      const whole = Buffer.concat(parts);
      const [first = 0, last = 0] = [a % whole.length, b % whole.length].toSorted((x, y) => x - y);
      const source = Readable.from(parts.map((part) => Buffer.from(part)));
      const cut = await buffer(Readable.from(cutBytes(source, { first, last })));
      expect(cut).toEqual(whole.subarray(first, last + 1));
      expect(source.destroyed).toBe(true);
    }),
  );
});
