import { describe, expect, test } from 'vitest';
import { SAMPLE_CHAT_USER } from '../../testing/samples.ts';
import type { ChatRow } from './chat-list.ts';
import { inFrozenOrder } from './use-frozen-order.ts';

const row = (id: string, unreadCount = 0): ChatRow => ({
  ...SAMPLE_CHAT_USER,
  _id: id,
  username: id,
  isTyping: false,
  unreadCount,
});
const ids = (rows: readonly ChatRow[]) => rows.map(({ _id }) => _id);

describe('inFrozenOrder', () => {
  const shown = [row('a'), row('b'), row('c')];

  test('rows in another order: their content is updated, their positions are not', () => {
    const frozen = inFrozenOrder(shown, [row('c', 2), row('a'), row('b')]);
    expect(ids(frozen)).toEqual(['a', 'b', 'c']);
    expect(frozen[2]?.unreadCount).toBe(2);
  });

  test('a removed row: it stays at its position', () => {
    expect(ids(inFrozenOrder(shown, [row('c'), row('a')]))).toEqual(['a', 'b', 'c']);
  });

  test('a removed row that is still known: its content is updated', () => {
    const frozen = inFrozenOrder(shown, [row('c'), row('a')], [row('c'), row('a'), row('b', 3)]);
    expect(ids(frozen)).toEqual(['a', 'b', 'c']);
    expect(frozen[1]?.unreadCount).toBe(3);
  });

  test('new rows, from an event and a further page: added at the end, in their order', () => {
    const rows = [row('new'), row('b'), row('a'), row('c'), row('next page')];
    expect(ids(inFrozenOrder(shown, rows))).toEqual(['a', 'b', 'c', 'new', 'next page']);
  });
});
