import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './in-turn.ts';

test('what has the same key happens one after the other, in the order it was asked for', async () => {
  const inTurn = createTurns();
  const happened: string[] = [];
  const work = (name: string, ms: number) => async () => {
    happened.push(`${name} begins`);
    await sleep(ms);
    happened.push(`${name} ends`);
    return name;
  };
  const results = Promise.all([
    inTurn('a', work('first', 20)),
    inTurn('a', work('second', 0)),
    inTurn('b', work('other', 0)),
  ]);
  expect(await results).toEqual(['first', 'second', 'other']);
  expect(happened).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'first ends',
    'second begins',
    'second ends',
  ]);
});

test('what fails keeps nobody from his turn', async () => {
  const inTurn = createTurns();
  const failed = inTurn('a', () => Promise.reject(new Error('no')));
  const next = inTurn('a', async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
