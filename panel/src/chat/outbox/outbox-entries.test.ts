import { expect, test } from 'vitest';
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
