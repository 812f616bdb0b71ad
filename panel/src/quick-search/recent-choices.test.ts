import { expect, test } from 'vitest';
import type { BrowserStorage } from '../lib/browser-storage.ts';
import { type Choice, readChoices, storeChoice } from './recent-choices.ts';

function memoryStorage(entries: Record<string, string> = {}): BrowserStorage {
  const stored = new Map(Object.entries(entries));
  return {
    get: (key) => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  };
}
const choice = (id: string): Choice => ({ id: `user:${id}`, kind: 'user', label: id, path: `/admin/users/${id}` });
const idsOf = (choices: readonly Choice[]) => choices.map(({ label }) => label);

test('storeChoice: the latest is first, each once, and six at most', () => {
  const storage = memoryStorage();
  for (const id of ['a', 'b', 'a', 'c']) storeChoice(storage, 'admin', choice(id));
  expect(idsOf(readChoices(storage, 'admin'))).toEqual(['c', 'a', 'b']);
  for (const id of ['d', 'e', 'f', 'g']) storeChoice(storage, 'admin', choice(id));
  expect(idsOf(readChoices(storage, 'admin'))).toEqual(['g', 'f', 'e', 'd', 'c', 'a']);
});

test('readChoices: each administrator has separate choices', () => {
  const storage = memoryStorage();
  storeChoice(storage, 'one', choice('a'));
  expect(readChoices(storage, 'other')).toEqual([]);
});

test.each([['no JSON'], ['null'], ['{}'], ['7'], ['[[]]']])('readChoices: %j returns none', (stored) => {
  expect(readChoices(memoryStorage({ 'recentChoices:admin': stored }), 'admin')).toEqual([]);
});

test('readChoices: leaves out invalid ones', () => {
  const given = [
    choice('a'),
    { ...choice('b'), kind: 'bomb' },
    { ...choice('c'), path: 'https://evil.test/' },
    { ...choice('d'), path: '//evil.test' },
    { ...choice('e'), label: '' },
    { ...choice('f'), label: 'x'.repeat(301) },
  ];
  const storage = memoryStorage({ 'recentChoices:admin': JSON.stringify(given) });
  expect(idsOf(readChoices(storage, 'admin'))).toEqual(['a']);
});
