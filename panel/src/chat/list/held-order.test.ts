import { describe, expect, test } from 'vitest';
import { SAMPLE_CHAT_USER } from '../../testing/samples.ts';
import type { ChatRow } from './chat-list.ts';
import { inHeldOrder } from './held-order.ts';

const row = (id: string, unreadCount = 0): ChatRow => ({
  ...SAMPLE_CHAT_USER,
  _id: id,
  username: id,
  isTyping: false,
  unreadCount,
});
const ids = (rows: readonly ChatRow[]) => rows.map(({ _id }) => _id);

describe('inHeldOrder', () => {
  const shown = [row('a'), row('b'), row('c')];

  test('rows in another order: they say what they say now, where they were', () => {
    const held = inHeldOrder(shown, [row('c', 2), row('a'), row('b')]);
    expect(ids(held)).toEqual(['a', 'b', 'c']);
    expect(held[2]?.unreadCount).toBe(2);
  });

  test('a row that is gone: it keeps its position', () => {
    expect(ids(inHeldOrder(shown, [row('c'), row('a')]))).toEqual(['a', 'b', 'c']);
  });

  test('new rows, an arrival and a further page: they come last, in their order', () => {
    const rows = [row('new'), row('b'), row('a'), row('c'), row('next page')];
    expect(ids(inHeldOrder(shown, rows))).toEqual(['a', 'b', 'c', 'new', 'next page']);
  });
});
