import { expect, test } from 'vitest';
import { createPayloadLimits, PAYLOAD_MAX_BYTES } from './payload-limits.ts';

const LARGE_MAX_BYTES = 1024 * 1024;
const open = () => createPayloadLimits([{ name: 'send_image', maxPayloadBytes: LARGE_MAX_BYTES }]);
const event = (name: string, payload: unknown, kind = '42') => Buffer.from(`${kind}${JSON.stringify([name, payload])}`);
const dataUrl = (chars: number) => `data:image/png;base64,${'A'.repeat(chars)}`;

test('createPayloadLimits: a large event with a data URL, anywhere in it, is not too large', () => {
  for (const payload of [
    { image: dataUrl(500_000), userId: 'u' },
    { userId: 'u', caption: 'x', image: dataUrl(500_000) },
  ]) {
    expect(open().isTooLarge(event('send_image', payload), false)).toBe(false);
  }
});

test.each([
  ['objects', Array.from({ length: 30_000 }, () => ({}))],
  ['a text that is no data URL', { image: 'A'.repeat(500_000) }],
  ['a short data URL beside much else', { image: dataUrl(10), more: 'A'.repeat(PAYLOAD_MAX_BYTES) }],
  ['two data URLs', { image: dataUrl(100_000), other: dataUrl(100_000) }],
  ['a data URL that is too long', { image: dataUrl(LARGE_MAX_BYTES) }],
])('createPayloadLimits: a large event with %s is too large', (_what, payload) => {
  expect(open().isTooLarge(event('send_image', payload), false)).toBe(true);
});

test('createPayloadLimits: another event with a data URL is too large', () => {
  expect(open().isTooLarge(event('send_text', { image: dataUrl(100_000) }), false)).toBe(true);
});

test('createPayloadLimits: bytes up to the size limit of their event, and as many attachments as it declared', () => {
  const limits = open();
  const image = Buffer.alloc(500_000);
  expect(limits.isTooLarge(image, true)).toBe(true);
  expect(limits.isTooLarge(event('send_image', { image: { _placeholder: true, num: 0 } }, '451-'), false)).toBe(false);
  expect(limits.isTooLarge(image, true)).toBe(false);
  expect(limits.isTooLarge(image, true)).toBe(true);
});
