import { listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryOf } from '../../lib/endpoint-query.ts';
import { showBulk, withBulk } from './bulk.cache.ts';

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

test('withBulk: an unknown action is put first, a later state replaces the previous one', () => {
  const other = bulk({ _id: 'b2' });
  expect(withBulk([other], bulk())).toEqual([bulk(), other]);
  expect(withBulk([bulk(), other], bulk({ done: 4 }))).toEqual([bulk({ done: 4 }), other]);
});

test('withBulk: an outdated state changes nothing', () => {
  const stopped = [bulk({ state: 'stopped', done: 4 })];
  expect(withBulk(stopped, bulk({ done: 4 }))).toBe(stopped);
  const undone = [bulk({ state: 'done', undo: { until: null, state: 'running', by: null, done: 1, skipped: 0 } })];
  expect(withBulk(undone, bulk({ state: 'done' }))).toBe(undone);
});

test('showBulk: the query of the list has the action, also before it was fetched', () => {
  const client = new QueryClient();
  const shown = () => client.getQueryData(queryOf(listBulks).queryKey)?.data;
  showBulk(client, bulk());
  expect(shown()).toEqual([bulk()]);
  showBulk(client, bulk({ done: 4 }));
  expect(shown()).toEqual([bulk({ done: 4 })]);
});
