import { expect, test } from 'vitest';
import { createLimitedLog } from './limited-log.ts';

function limitedAt() {
  const clock = { ms: 0 };
  const lines: unknown[][] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  return { clock, lines, log: createLimitedLog({ warn: write, error: write } as never, () => clock.ms) };
}

test('createLimitedLog: one text a hundred times is one line; ten seconds later the next has the number of those left out', () => {
  const { clock, lines, log } = limitedAt();
  for (let count = 0; count < 100; count += 1) log.warn({ count }, 'too much');
  expect(lines).toEqual([[{ count: 0 }, 'too much']]);
  clock.ms += 10_000;
  log.warn({ count: 100 }, 'too much');
  expect(lines[1]).toEqual([{ count: 100, leftOut: 99 }, 'too much']);
});

test('createLimitedLog: another text has its own line', () => {
  const { lines, log } = limitedAt();
  log.warn({}, 'one');
  log.error({}, 'other');
  expect(lines).toHaveLength(2);
});
