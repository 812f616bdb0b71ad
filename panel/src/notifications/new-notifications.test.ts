import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_NOTIFICATION } from '../testing/samples.ts';
import { findNew, type Seen } from './new-notifications.ts';

const make = (number: number, fields: Partial<Notification> = {}): Notification => ({
  ...SAMPLE_NOTIFICATION,
  _id: `n${String(number).padStart(4, '0')}`,
  createdAt: number,
  ...fields,
});
const newestFirst = (...numbers: number[]) => numbers.sort((a, b) => b - a).map((number) => make(number));
const idsOf = (arrived: readonly Notification[]) => arrived.map(({ _id }) => _id);

/**
 * Applies lists one after the other.
 * @returns the ids of the new notifications, for each
 */
function follow(...lists: Array<readonly Notification[]>): string[][] {
  let seen: Seen | undefined;
  return lists.map((list) => {
    const noted = findNew(seen, list);
    seen = noted.seen;
    return idsOf(noted.arrived);
  });
}

describe('findNew', () => {
  it('returns nothing for the first list, and each later one once', () => {
    expect(follow(newestFirst(1, 2), newestFirst(1, 2, 3), newestFirst(1, 2, 3))).toEqual([[], ['n0003'], []]);
  });

  it('returns notifications received while disconnected, newest first', () => {
    expect(follow(newestFirst(1), newestFirst(1, 2, 3))).toEqual([[], ['n0003', 'n0002']]);
  });

  it('an older page is not new, also after everything newer was removed', () => {
    expect(follow(newestFirst(5, 6), newestFirst(3, 4, 5, 6), newestFirst(1, 2))).toEqual([[], [], []]);
  });

  it('returns the first notification of an empty list', () => {
    expect(follow([], [make(7)])).toEqual([[], ['n0007']]);
  });

  it('does not return one that was already read elsewhere, nor one received twice', () => {
    expect(follow([make(1)], [make(2, { read: true }), make(1)], [make(2), make(1)])).toEqual([[], [], []]);
  });

  it('returns one without a time', () => {
    expect(follow([make(1)], [make(2, { createdAt: null }), make(1)])).toEqual([[], ['n0002']]);
  });

  it('never returns an id twice, for any sequence of lists', () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(30), { maxLength: 10 }), { maxLength: 12 });
    fc.assert(
      fc.property(lists, (all) => {
        const announced = follow(...all.map((numbers) => newestFirst(...numbers))).flat();
        expect(announced).toHaveLength(new Set(announced).size);
      }),
    );
  });
});
