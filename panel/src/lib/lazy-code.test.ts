import { expect, test, vi } from 'vitest';
import { lazyCode } from './lazy-code.ts';

/** Code whose first load fails. */
function failingOnce() {
  const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('code');
  return { start, code: lazyCode(start) };
}

test('lazyCode: many uses share one load, whose code is there at once afterwards', async () => {
  const start = vi.fn(async () => 'code');
  const code = lazyCode(start);
  expect(code.loaded()).toBeUndefined();
  await expect(Promise.all([code.load(), code.lastLoad(), code.preload()])).resolves.toEqual(['code', 'code', 'code']);
  expect(code.loaded()).toBe('code');
  expect(start).toHaveBeenCalledTimes(1);
});

test('lazyCode: load starts anew after a failure, lastLoad does not', async () => {
  const { start, code } = failingOnce();
  await expect(code.load()).rejects.toThrow('offline');
  await expect(code.lastLoad()).rejects.toThrow('offline');
  expect(start).toHaveBeenCalledTimes(1);
  await expect(code.load()).resolves.toBe('code');
  await expect(code.lastLoad()).resolves.toBe('code');
});

test('lazyCode: a failed preload is not seen by the next use', async () => {
  const { code } = failingOnce();
  await expect(code.preload()).resolves.toBeUndefined();
  await expect(code.lastLoad()).resolves.toBe('code');
});
