import { expect, test } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { createShutdown } from './shutdown.ts';

function setUp() {
  const lines: string[] = [];
  const closed: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const closing = createShutdown(log);
  const part = (what: string) => ({ what, close: () => void closed.push(what) });
  return { lines, closed, closing, part };
}

test('closeAll: steps are closed in the reverse order, once', async () => {
  const { closed, closing, part, lines } = setUp();
  closing.add(part('database'));
  closing.add(part('requests'), part('jobs'));
  await Promise.all([closing.closeAll(), closing.closeAll()]);
  expect(closed).toEqual(['requests', 'jobs', 'database']);
  expect(lines).toEqual([]);
});

test.each([
  ['throws', () => Promise.reject(new Error('broken'))],
  [
    'throws at once',
    () => {
      throw new Error('broken');
    },
  ],
])('closeAll: a step that %s is logged by its name, and the rest is closed', async (_how, close) => {
  const { closed, closing, part, lines } = setUp();
  closing.add(part('database'));
  closing.add({ what: 'Firebase', close }, part('jobs'));
  closing.add(part('requests'));
  await closing.closeAll();
  expect(closed).toEqual(['requests', 'jobs', 'database']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Firebase');
  expect(lines[0]).toContain('broken');
});

test('closeAll: a step that hangs times out, and the rest is closed', async () => {
  const { closed, closing, part, lines } = setUp();
  closing.add(part('database'));
  closing.add({ what: 'requests', close: () => new Promise(() => undefined), timeoutMs: 20 });
  await closing.closeAll();
  expect(closed).toEqual(['database']);
  expect(lines.join('')).toContain('requests did not end in time');
});

test('closeAll: a step that ended in time causes no warning during a later slow one', async () => {
  const { closing, lines } = setUp();
  closing.add({ what: 'database', close: () => new Promise((resolve) => setTimeout(resolve, 60)) });
  closing.add({ what: 'requests', close: () => undefined, timeoutMs: 20 });
  await closing.closeAll();
  expect(lines).toEqual([]);
});
