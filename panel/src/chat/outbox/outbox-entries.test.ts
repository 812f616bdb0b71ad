import { expect, test, vi } from 'vitest';
import { createOutboxEntries } from './outbox-entries.ts';
import { createMemoryStorage, type OutboxEntry } from './outbox-storage.ts';

test('reload: a slow call does not overwrite the result of a later one', async () => {
  const entry = { tempId: 't', adminId: 'admin', userId: 'user', text: 'chào', createdAt: 0, waitedMs: 0 };
  const reads = [Promise.withResolvers<OutboxEntry[]>(), Promise.withResolvers<OutboxEntry[]>()];
  let count = 0;
  const entries = createOutboxEntries({
    storage: { ...createMemoryStorage(), all: async () => reads[count++]?.promise ?? [] },
    owner: () => 'admin',
    announce: () => undefined,
    now: () => 0,
    onRemovedElsewhere: () => undefined,
  });
  const calls = [entries.reload(), entries.reload()];
  reads[1]?.resolve([entry]);
  await calls[1];
  reads[0]?.resolve([]);
  await calls[0];
  expect(entries.get()).toEqual([entry]);
});

test('forget: retains the ids of a bounded number of entries, the latest', async () => {
  const entries = createOutboxEntries({
    storage: createMemoryStorage(),
    owner: () => 'admin',
    announce: () => undefined,
    now: () => 0,
    onRemovedElsewhere: () => undefined,
  });
  const ids = Array.from({ length: 1_002 }, (_, index) => `t${index}`);
  for (const id of ids) await entries.forget(id);
  expect(ids.filter((id) => !entries.isRemoved(id))).toEqual(['t0', 't1']);
});

const entryOf = (tempId: string, fields: Partial<OutboxEntry> = {}): OutboxEntry => ({
  tempId,
  adminId: 'admin',
  userId: 'user',
  text: 'chào',
  createdAt: 0,
  waitedMs: 0,
  ...fields,
});

/** The entries of a tab whose administrator, clock and storage a test sets. */
function openEntries() {
  const tab = { owner: 'admin' as string | undefined, now: 1_000 };
  const storage = createMemoryStorage();
  const [announce, onRemoved] = [vi.fn(), vi.fn()];
  const entries = createOutboxEntries({
    storage,
    owner: () => tab.owner,
    announce,
    now: () => tab.now,
    onRemovedElsewhere: onRemoved,
  });
  return { entries, storage, tab, announce, onRemoved };
}
const idsOf = (entries: readonly OutboxEntry[]) => entries.map(({ tempId }) => tempId);

test('create: an entry of the signed-in administrator, of the present time; signed out → none', () => {
  const { entries, tab } = openEntries();
  expect(entries.create('user', 'chào')).toEqual(
    entryOf(expect.any(String), { createdAt: 1_000, quote: undefined, waitedMs: 0 }),
  );
  expect(entries.create('user', 'hai')?.createdAt).toBe(1_001);
  tab.now = 5_000;
  expect(entries.stamp()).toBe(5_000);
  tab.owner = undefined;
  expect(entries.create('user', 'ba')).toBeUndefined();
});

test('write: entries are shown in the order of their time, then of their id, each once', async () => {
  const { entries, storage, announce } = openEntries();
  for (const [id, createdAt] of [
    ['b', 2],
    ['d', 1],
    ['a', 2],
    ['c', 2],
  ] as const) {
    await entries.write(entryOf(id, { createdAt }));
  }
  expect(idsOf(entries.get())).toEqual(['d', 'a', 'b', 'c']);
  await entries.write(entryOf('a', { createdAt: 2, error: 'Không' }));
  expect(entries.get().map(({ tempId, error }) => [tempId, error])).toEqual([
    ['d', undefined],
    ['a', 'Không'],
    ['b', undefined],
    ['c', undefined],
  ]);
  expect(await storage.all('admin')).toHaveLength(4);
  expect(announce).toHaveBeenCalledTimes(5);
});

test('write: an entry is due once every write of it has ended, unless it has failed', async () => {
  const { entries, storage } = openEntries();
  const puts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const put = vi.spyOn(storage, 'put');
  for (const { promise } of puts) put.mockReturnValueOnce(promise);
  const entry = entryOf('t');
  const writes = [entries.write(entry), entries.write(entry)];
  expect([entries.isDue(entry), entries.isDue(entryOf('other'))]).toEqual([false, true]);
  puts[0]?.resolve();
  await writes[0];
  expect(entries.isDue(entry)).toBe(false);
  puts[1]?.resolve();
  await writes[1];
  expect(entries.isDue(entry)).toBe(true);
  expect(entries.isDue({ ...entry, error: 'Không' })).toBe(false);
});

test('write: an image is shown once it is written, and neither shown nor announced without room', async () => {
  const { entries, storage, announce } = openEntries();
  const image = entryOf('t', { picture: { name: 'a.png', width: 1, height: 1 } });
  const written = Promise.withResolvers<void>();
  vi.spyOn(storage, 'put').mockReturnValueOnce(written.promise).mockRejectedValueOnce(new Error('no room'));
  const writing = entries.write(image, new Blob(['x']));
  expect(entries.get()).toEqual([]);
  written.resolve();
  await writing;
  expect(entries.get()).toEqual([image]);
  announce.mockClear();
  await expect(entries.write(entryOf('u'), new Blob(['x']))).rejects.toThrow('no room');
  expect(idsOf(entries.get())).toEqual(['t']);
  expect(announce).not.toHaveBeenCalled();
  expect(entries.isDue(entryOf('u'))).toBe(true);
});

test('subscribe: a new or removed entry and a new reason are reported, a new waiting time is not', async () => {
  const { entries, storage } = openEntries();
  const listener = vi.fn();
  entries.subscribe(listener);
  const callsAfter = async (write: () => Promise<void>) => {
    listener.mockClear();
    await write();
    return listener.mock.calls.length;
  };
  expect(await callsAfter(() => entries.write(entryOf('a')))).toBe(1);
  expect(await callsAfter(() => entries.write(entryOf('a', { waitedMs: 500 })))).toBe(0);
  expect(await callsAfter(() => entries.write(entryOf('a', { error: 'Không' })))).toBe(1);
  expect(await callsAfter(() => entries.write(entryOf('b')))).toBe(1);
  expect(await callsAfter(() => entries.forget('b'))).toBe(1);
  await storage.remove('a');
  await storage.put(entryOf('c', { error: 'Không' }));
  expect(await callsAfter(() => entries.reload())).toBe(1);
});

test('forget: the entry leaves memory and storage, other tabs hear of it, and it is not shown if the storage still has it', async () => {
  const { entries, storage, announce } = openEntries();
  await entries.write(entryOf('a'));
  await entries.write(entryOf('b', { createdAt: 1 }));
  announce.mockClear();
  await entries.forget('a');
  expect(idsOf(entries.get())).toEqual(['b']);
  expect(idsOf(await storage.all('admin'))).toEqual(['b']);
  expect(announce).toHaveBeenCalledTimes(1);
  await storage.put(entryOf('a'));
  await entries.reload();
  expect(idsOf(entries.get())).toEqual(['b']);
});

test('reload: an entry that is being written keeps its newer version', async () => {
  const { entries, storage } = openEntries();
  await storage.put(entryOf('a', { text: 'cũ' }));
  await storage.put(entryOf('b', { createdAt: -1 }));
  const written = Promise.withResolvers<void>();
  vi.spyOn(storage, 'put').mockReturnValueOnce(written.promise);
  const writing = entries.write(entryOf('a', { text: 'mới' }));
  await entries.reload();
  expect(entries.get().map(({ tempId, text }) => [tempId, text])).toEqual([
    ['b', 'chào'],
    ['a', 'mới'],
  ]);
  written.resolve();
  await writing;
});

test('reload: after another administrator has signed in, only entries of that one are shown, and none signed out', async () => {
  const { entries, storage, tab, onRemoved } = openEntries();
  await storage.put(entryOf('theirs', { adminId: 'other' }));
  const written = Promise.withResolvers<void>();
  vi.spyOn(storage, 'put').mockReturnValueOnce(written.promise);
  const writing = entries.write(entryOf('own'));
  tab.owner = 'other';
  await entries.reload();
  expect(idsOf(entries.get())).toEqual(['theirs']);
  tab.owner = undefined;
  await entries.reload();
  expect(entries.get()).toEqual([]);
  expect(onRemoved).not.toHaveBeenCalled();
  written.resolve();
  await writing;
});

test('reload: a result for an administrator who has signed out meanwhile is not shown', async () => {
  const { entries, storage, tab } = openEntries();
  const read = Promise.withResolvers<OutboxEntry[]>();
  vi.spyOn(storage, 'all').mockReturnValueOnce(read.promise);
  const reloading = entries.reload();
  tab.owner = 'other';
  read.resolve([entryOf('own')]);
  await reloading;
  expect(entries.get()).toEqual([]);
});

test.each([
  ['sent by another tab', {}, 1],
  ['failed, discarded in another tab', { error: 'Không' }, 0],
])('reload: an entry that is %s is not shown, and reported if it may have been sent', async (_, fields, calls) => {
  const { entries, storage, onRemoved } = openEntries();
  await entries.write(entryOf('a', fields));
  await entries.write(entryOf('b', { createdAt: 1 }));
  await entries.reload();
  expect(onRemoved).not.toHaveBeenCalled();
  await storage.remove('a');
  await entries.reload();
  expect(idsOf(entries.get())).toEqual(['b']);
  expect(onRemoved).toHaveBeenCalledTimes(calls);
});
