import { expect, test } from 'vitest';
import { createOutboxEntries } from './outbox-entries.ts';
import { createMemoryStorage } from './outbox-storage.ts';

test('forget: retains the ids of a bounded number of entries, the latest', async () => {
  const entries = createOutboxEntries({
    storage: createMemoryStorage(),
    owner: () => 'admin',
    announce: () => undefined,
    now: () => 0,
    onGoneElsewhere: () => undefined,
  });
  const ids = Array.from({ length: 1_002 }, (_, index) => `t${index}`);
  for (const id of ids) await entries.forget(id);
  expect(ids.filter((id) => !entries.isGone(id))).toEqual(['t0', 't1']);
});
