import { expect, test, vi } from 'vitest';
import { type Scenario, Skipped } from './scenario.ts';
import { formatTable, runOne } from './table.ts';

const LIMIT_MS = 5_000;
const scenario = (run: Scenario['run'], limitMs = LIMIT_MS): Scenario => ({ line: 'a line', limitMs, run });

test('runOne: a scenario without problems holds, and its numbers are in the table', async () => {
  const row = await runOne(
    scenario(async ({ times }) => ({ tried: `${times} times`, seen: 'p99 3 ms' })),
    7,
  );
  expect(row).toEqual({ line: 'a line', tried: '7 times', result: 'held', seen: 'p99 3 ms' });
});

test.each<[string, Scenario['run'], number, RegExp]>([
  ['finds something', async () => ({ tried: 'x', seen: 'seen', fell: ['two rows'] }), LIMIT_MS, /^seen; two rows$/],
  ['throws', () => Promise.reject(new Error('no answer')), LIMIT_MS, /no answer/],
  ['does not end', () => new Promise(() => undefined), 20, /did not end within/],
])('runOne: a scenario that %s has failed', async (_what, run, limitMs, seen) => {
  expect(await runOne(scenario(run, limitMs))).toMatchObject({ result: 'FELL', seen: expect.stringMatching(seen) });
});

test('runOne: a scenario without its prerequisites is skipped by name', async () => {
  const row = await runOne(scenario(() => Promise.reject(new Skipped('no wapiti'))));
  expect(row).toMatchObject({ result: 'skipped', seen: 'no wapiti' });
});

test('runOne: resources are closed, the last first, however it ends, also if a close fails', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const closed: string[] = [];
  const row = await runOne(
    scenario(async ({ defer }) => {
      defer(() => closed.push('first'));
      defer(() => Promise.reject(new Error('stuck')));
      defer(() => closed.push('last'));
      throw new Error('fell');
    }),
  );
  expect(row.result).toBe('FELL');
  expect(closed).toEqual(['last', 'first']);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('stuck'));
  said.mockRestore();
});

test('runOne: resources opened after the timeout are closed all the same', async () => {
  const later = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  const row = await runOne(
    scenario(async ({ defer }) => {
      await later.promise;
      defer(() => closed.resolve('late'));
      return new Promise(() => undefined);
    }, 20),
  );
  expect(row.result).toBe('FELL');
  later.resolve();
  expect(await closed.promise).toBe('late');
});

test('formatTable: the table has the columns line, tried, held and observations', () => {
  const table = formatTable([
    { line: 'flood', tried: '1 000', result: 'held', seen: 'p99 3 ms' },
    { line: 'x', tried: '', result: 'FELL', seen: 'Error: no\n  at y' },
  ]);
  expect(table.split('\n')).toEqual([
    'line   tried  held  seen',
    'flood  1 000  held  p99 3 ms',
    'x             FELL  Error: no',
  ]);
});
