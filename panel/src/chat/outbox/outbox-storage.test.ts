import { expect, test, vi } from 'vitest';
import { createMemoryStorage, type OutboxEntry, type OutboxStorage, withFallback } from './outbox-storage.ts';

const entry = (tempId: string): OutboxEntry => ({
  tempId,
  adminId: 'admin-1',
  userId: 'user-lan',
  text: 'chào',
  createdAt: 1,
  waitedMs: 0,
});
const keys = async (storage: OutboxStorage) => (await storage.all('admin-1')).map(({ tempId }) => tempId);

const outOfRoom = () => new DOMException('', 'QuotaExceededError');

/** A storage whose writes fail from some time on. */
function createDisk() {
  const kept = createMemoryStorage();
  const disk = { isFull: false };
  const storage: OutboxStorage = {
    all: kept.all,
    put: (one, bytes) => (disk.isFull ? Promise.reject(outOfRoom()) : kept.put(one, bytes)),
    bytes: kept.bytes,
    remove: kept.remove,
  };
  return { disk, storage, kept };
}

test('withFallback: pending entries are still known when writes start to fail', async () => {
  const { disk, storage, kept } = createDisk();
  await kept.put(entry('from another page'));
  const outbox = withFallback(storage, createMemoryStorage());
  await outbox.put(entry('one'));
  expect((await keys(outbox)).sort()).toEqual(['from another page', 'one']);
  disk.isFull = true;
  await Promise.all([outbox.put(entry('two')), outbox.all('admin-1')]);
  await outbox.put(entry('three'));
  expect((await keys(outbox)).sort()).toEqual(['from another page', 'one', 'three', 'two']);
});

test('withFallback: a removed entry is deleted from a full storage, and does not return after a reload', async () => {
  const { disk, storage } = createDisk();
  const outbox = withFallback(storage, createMemoryStorage());
  await outbox.put(entry('one'));
  disk.isFull = true;
  await outbox.put(entry('two'));
  await outbox.remove('one');
  expect(await keys(outbox)).toEqual(['two']);
  expect(await keys(withFallback(storage, createMemoryStorage()))).toEqual([]);
});

test('withFallback: an image that does not fit into the storage is rejected, and texts are still stored in it', async () => {
  const { disk, storage } = createDisk();
  const outbox = withFallback(storage, createMemoryStorage());
  disk.isFull = true;
  await expect(outbox.put(entry('one'), new Blob(['x']))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await keys(outbox)).toEqual([]);
  disk.isFull = false;
  await outbox.put(entry('two'));
  expect(await keys(withFallback(storage, createMemoryStorage()))).toEqual(['two']);
});

test('withFallback: without browser storage an image lasts as long as the page; an earlier one can still be loaded', async () => {
  const kept = createMemoryStorage();
  await kept.put(entry('before'), new Blob(['trước']));
  const reject = () => Promise.reject(new Error('SecurityError'));
  const outbox = withFallback({ ...kept, put: reject }, createMemoryStorage());
  await outbox.put(entry('one'), new Blob(['một']));
  expect(await (await outbox.bytes('one'))?.text()).toBe('một');
  expect(await (await outbox.bytes('before'))?.text()).toBe('trước');
  await outbox.remove('one');
  expect(await outbox.bytes('one')).toBeUndefined();
});

test('withFallback: a call that the browser never completes ends after a while, and the entries are in memory', async () => {
  vi.useFakeTimers();
  const never = () => new Promise<never>(() => undefined);
  const outbox = withFallback({ all: never, put: never, bytes: never, remove: never }, createMemoryStorage());
  const calls = Promise.all([
    outbox.put(entry('one')),
    outbox.put(entry('two'), new Blob(['x'])),
    outbox.remove('none'),
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  await calls;
  vi.useRealTimers();
  expect(await keys(outbox)).toEqual(['one', 'two']);
  expect(await (await outbox.bytes('two'))?.text()).toBe('x');
});

test('withFallback: all: after a failed call the next one returns the entries of an earlier page', async () => {
  const kept = createMemoryStorage();
  await kept.put(entry('before'));
  let failures = 1;
  const all: OutboxStorage['all'] = (adminId) =>
    failures-- > 0 ? Promise.reject(new Error('AbortError')) : kept.all(adminId);
  const outbox = withFallback({ ...kept, all }, createMemoryStorage());
  expect(await keys(outbox)).toEqual([]);
  expect(await keys(outbox)).toEqual(['before']);
});

test('withFallback: an entry that another tab has removed does not return when writes start to fail', async () => {
  const { disk, storage, kept } = createDisk();
  const outbox = withFallback(storage, createMemoryStorage());
  await outbox.put(entry('one'));
  await kept.remove('one');
  expect(await keys(outbox)).toEqual([]);
  disk.isFull = true;
  await outbox.put(entry('two'));
  expect(await keys(outbox)).toEqual(['two']);
});

test('withFallback: all: a call in flight when a write fails returns the entry that was written to memory', async () => {
  const read = Promise.withResolvers<OutboxEntry[]>();
  const { disk, storage } = createDisk();
  const outbox = withFallback({ ...storage, all: () => read.promise }, createMemoryStorage());
  const result = keys(outbox);
  disk.isFull = true;
  await outbox.put(entry('one'));
  read.resolve([]);
  expect(await result).toEqual(['one']);
});

test('withFallback: all: when writes fail, returns the entries of an earlier page or another tab, and those of this page once', async () => {
  const { disk, storage, kept } = createDisk();
  await kept.put(entry('of an earlier page'));
  let failures = 1;
  const all: OutboxStorage['all'] = (adminId) =>
    failures-- > 0 ? Promise.reject(new Error('AbortError')) : kept.all(adminId);
  const outbox = withFallback({ ...storage, all }, createMemoryStorage());
  await outbox.put(entry('of this page'));
  expect(await keys(outbox)).toEqual(['of this page']);
  disk.isFull = true;
  await outbox.put({ ...entry('of this page'), waitedMs: 5_000 });
  await kept.put(entry('of another tab'));
  const read = await outbox.all('admin-1');
  expect(read.map(({ tempId, waitedMs }) => [tempId, waitedMs]).sort()).toEqual([
    ['of an earlier page', 0],
    ['of another tab', 0],
    ['of this page', 5_000],
  ]);
  await kept.remove('of another tab');
  expect((await keys(outbox)).sort()).toEqual(['of an earlier page', 'of this page']);
});

test('withFallback: a storage that never completes a call costs each later one a second', async () => {
  vi.useFakeTimers();
  const never = () => new Promise<never>(() => undefined);
  const outbox = withFallback({ all: never, put: never, bytes: never, remove: never }, createMemoryStorage());
  const put = outbox.put(entry('one'));
  await vi.advanceTimersByTimeAsync(10_000);
  await put;
  const later = Promise.all([keys(outbox), outbox.remove('none')]);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(await later).toEqual([['one'], undefined]);
});
