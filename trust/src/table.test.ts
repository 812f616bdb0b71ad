import { expect, test, vi } from 'vitest';
import { type Scenario, Skipped } from './scenario.ts';
import { formatTable, runOne } from './table.ts';

const LIMIT_MS = 5_000;
const scenario = (run: Scenario['run'], limitMs = LIMIT_MS): Scenario => ({ line: 'a line', limitMs, run });

test('a scenario holds where nothing fell, and its figures stand in the table', async () => {
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
])('one that %s has fallen', async (_what, run, limitMs, seen) => {
  expect(await runOne(scenario(run, limitMs))).toMatchObject({ result: 'FELL', seen: expect.stringMatching(seen) });
});

test('one that lacks something is skipped by name', async () => {
  const row = await runOne(scenario(() => Promise.reject(new Skipped('no wapiti'))));
  expect(row).toMatchObject({ result: 'skipped', seen: 'no wapiti' });
});

test('what it opened is closed, the last first, however it ends and whatever closing does', async () => {
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

test('what it opens after its time was up is closed all the same', async () => {
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

test('the table has a column each for line, tried, held and what was seen', () => {
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
