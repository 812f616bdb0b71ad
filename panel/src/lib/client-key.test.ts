import { expect, it } from 'vitest';
import { createClientKeys, newClientKey } from './client-key.ts';

it('newClientKey: another key each time, as the contract accepts it', () => {
  const keys = new Set(Array.from({ length: 100 }, newClientKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

it('createClientKeys: the same key for the same body until it is stored, another for another body', () => {
  const keys = createClientKeys();
  const first = keys.of({ text: 'Đã gọi', ends: null });
  expect(keys.of({ text: 'Đã gọi', ends: null })).toBe(first);
  const other = keys.of({ text: 'Đã gọi lại', ends: null });
  expect(other).not.toBe(first);
  expect(keys.of({ text: 'Đã gọi', ends: null }), 'it was changed, and back').not.toBe(first);
  const last = keys.of({ text: 'Đã gọi', ends: null });
  keys.renew();
  expect(keys.of({ text: 'Đã gọi', ends: null })).not.toBe(last);
});
