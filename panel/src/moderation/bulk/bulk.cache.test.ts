import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { expect, test } from 'vitest';
import { withBulk } from './bulk.cache.ts';

const bulk = (fields: Partial<Bulk> = {}): Bulk => ({
  _id: 'b1',
  action: { kind: 'suspend', days: 7 },
  policy: null,
  total: 10,
  done: 2,
  skipped: 0,
  failed: 0,
  state: 'running',
  stopReason: null,
  startedBy: { _id: 'a1', username: 'Lan' },
  startedAt: '2026-11-25T08:00:00.000Z',
  endedAt: null,
  undo: { until: null, state: 'none', by: null, done: 0, skipped: 0 },
  ...fields,
});

test('withBulk: an unknown action comes first, a newer state replaces the older one', () => {
  const other = bulk({ _id: 'b2' });
  expect(withBulk([other], bulk())).toEqual([bulk(), other]);
  expect(withBulk([bulk(), other], bulk({ done: 4 }))).toEqual([bulk({ done: 4 }), other]);
});

test('withBulk: a state that was overtaken changes nothing', () => {
  const stopped = [bulk({ state: 'stopped', done: 4 })];
  expect(withBulk(stopped, bulk({ done: 4 }))).toBe(stopped);
  const undone = [bulk({ state: 'done', undo: { until: null, state: 'running', by: null, done: 1, skipped: 0 } })];
  expect(withBulk(undone, bulk({ state: 'done' }))).toBe(undone);
});
