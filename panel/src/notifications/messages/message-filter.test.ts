import { expect, test } from 'vitest';
import { createMessageFilter } from './message-filter.ts';

test('take: the first message of a user since the last answer', () => {
  const filter = createMessageFilter('me');
  expect([filter.take('a'), filter.take('a'), filter.take('b')]).toEqual([true, false, true]);
  expect(filter.unseen()).toBe(2);
  filter.onAnswered('a');
  expect(filter.unseen()).toBe(1);
  expect([filter.take('a'), filter.take('b')]).toEqual([true, false]);
});

test('take: none of a conversation that another administrator handles', () => {
  const filter = createMessageFilter('me');
  filter.take('a');
  filter.onAssigned('a', 'colleague');
  expect(filter.unseen()).toBe(0);
  expect(filter.take('a')).toBe(false);
  filter.onAssigned('a', 'me');
  expect(filter.take('a')).toBe(true);
  filter.onAssigned('b', null);
  expect(filter.take('b')).toBe(true);
});

test('onSeen: nothing is unseen, and announced messages are not announced a second time', () => {
  const filter = createMessageFilter(undefined);
  filter.take('a');
  filter.onSeen();
  expect(filter.unseen()).toBe(0);
  expect(filter.take('a')).toBe(false);
});
