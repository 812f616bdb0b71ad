import { expect, test } from 'vitest';
import { toReading } from './firebase-items.ts';

const content = (createdAt: number, read = false) => ({ type: 'new_report', read, createdAt, senderName: 'Lan' });
/** The database stores no nulls. */
const ABSENT = { reports: null, senderAvatar: null, message: null };

test('toReading: an empty value gives no notifications', () => {
  expect(toReading(null, [])).toEqual({ notifications: [], count: 0 });
});

test('toReading: sorts the newest first, regardless of their ids', () => {
  const { notifications } = toReading({ b: content(1), '-Nx': content(3), a: content(2), c: content(1) }, []);
  expect(notifications.map(({ _id }) => _id)).toEqual(['-Nx', 'a', 'c', 'b']);
});

test.each([{ read: true }, 'text', 7, { type: 1, read: false }, ['new_report']])(
  'toReading: drops and counts what is no notification: %j',
  (foreign) => {
    const reading = toReading({ a: content(1), b: foreign }, []);
    expect(reading.notifications.map(({ _id }) => _id)).toEqual(['a']);
    expect(reading.count).toBe(2);
  },
);

test('toReading: the key is the id, whatever the value says', () => {
  const { notifications } = toReading({ a: { ...content(1), _id: 'b' } }, []);
  expect(notifications).toEqual([{ _id: 'a', ...content(1), ...ABSENT }]);
});

test('toReading: an unchanged notification stays the same object', () => {
  const { notifications: before } = toReading({ a: content(2), b: content(1) }, []);
  const { notifications: after } = toReading({ a: content(2), b: content(1, true), c: content(3) }, before);
  expect(after.map(({ _id }) => _id)).toEqual(['c', 'a', 'b']);
  expect(after[1]).toBe(before[0]);
  expect(after[2]).toEqual({ _id: 'b', ...content(1, true), ...ABSENT });
});
