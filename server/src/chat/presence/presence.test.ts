import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPresence } from './presence.ts';

const GRACE_MS = 5_000;
const NOW = new Date('2026-01-02T03:04:05.678Z');

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

/** A presence with a manual clock. */
function presenceAt() {
  const published: string[] = [];
  const presence = createPresence({ graceMs: GRACE_MS });
  presence.onChange(({ userId, isOnline }) => published.push(`${userId} ${isOnline ? 'comes' : 'goes'}`));
  return { presence, published, pass: vi.advanceTimersByTime };
}

test('createPresence: a user is online from the first socket until the grace period after the last', () => {
  const { presence, published, pass } = presenceAt();
  presence.join('lan', NOW);
  presence.join('lan', NOW);
  presence.leave('lan');
  pass(GRACE_MS);
  expect(presence.isOnline('lan')).toBe(true);
  presence.leave('lan');
  pass(GRACE_MS - 1);
  expect(presence.onlineIds()).toEqual(['lan']);
  pass(1);
  expect(presence.isOnline('lan')).toBe(false);
  expect(presence.onlineIds()).toEqual([]);
  expect(published).toEqual(['lan comes', 'lan goes']);
});

test('createPresence: a user who reconnects within the grace period has never been offline, however often', () => {
  const { presence, published, pass } = presenceAt();
  presence.join('lan', NOW);
  for (let round = 0; round < 5; round += 1) {
    presence.leave('lan');
    pass(GRACE_MS - 1);
    presence.join('lan', NOW);
  }
  pass(10 * GRACE_MS);
  expect(presence.isOnline('lan')).toBe(true);
  expect(published).toEqual(['lan comes']);
});

test('createPresence: each grace period starts at the last socket’s close', () => {
  const { presence, published, pass } = presenceAt();
  presence.join('lan', NOW);
  presence.leave('lan');
  pass(3_000);
  presence.join('lan', NOW);
  presence.leave('lan');
  pass(3_000);
  expect(published).toEqual(['lan comes']);
  pass(2_000);
  expect(published).toEqual(['lan comes', 'lan goes']);
});

test('createPresence: more disconnects than connects change nothing, and the next connect is published', () => {
  const { presence, published, pass } = presenceAt();
  presence.leave('nobody');
  presence.join('lan', NOW);
  presence.leave('lan');
  presence.leave('lan');
  pass(GRACE_MS);
  presence.join('lan', NOW);
  expect(published).toEqual(['lan comes', 'lan goes', 'lan comes']);
  presence.clear();
  pass(GRACE_MS);
  expect(presence.onlineIds()).toEqual([]);
  expect(published).toHaveLength(3);
});
