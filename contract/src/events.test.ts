import { describe, expect, test } from 'vitest';
import { errorMessages } from './errors.ts';
import { events } from './events.ts';
import { socketErrors } from './lib/socket.errors.ts';

test('each event has a name of its own', () => {
  const names = events.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$|^onlineUsers$/);
});

const received = events.filter((event) => event.direction === 'toServer');
const sent = events.filter((event) => event.direction === 'toClient');

test.each(received)('$name: what is no payload at all is refused or optional, never taken for one', ({ payload }) => {
  for (const junk of [0, true, [], '', 'x'.repeat(65), { adminId: {} }, { adminId: '' }]) {
    expect(payload.safeParse(junk).success).toBe(false);
  }
});

test('an older panel names itself with a bare id, a newer one may send an object, and leaving needs neither', () => {
  const accepted = Object.fromEntries(
    received.map(({ name, payload }) => [
      name,
      ['019f', { adminId: '019f' }, undefined].map((value) => payload.safeParse(value).success),
    ]),
  );
  expect(accepted).toMatchObject({
    admin_connected: [true, true, false],
    admin_disconnect: [true, true, true],
  });
});

describe.each(sent)('$name', ({ payload }) => {
  test('is read without what it does not name', () => {
    const item = { itemType: 'Post', itemId: 'p1' };
    const notification = { _id: 'n1', type: 'new_report', read: false, createdAt: 1 };
    const whole = { id: 'n1', notification, reportId: 'r1', version: 2, status: 'pending', ...item };
    const parsed = payload.parse({ ...whole, password_hash: 'x' });
    expect(parsed).not.toHaveProperty('password_hash');
  });

  test('is not taken from anything but an object', () => {
    for (const junk of [null, undefined, 'r1', 1, []]) expect(payload.safeParse(junk).success).toBe(false);
  });
});

test('codes of the socket alone have messages fit to be shown, and none has another message over HTTP', () => {
  for (const [code, message] of Object.entries(socketErrors)) {
    expect(message).toMatch(/^\p{Lu}/u);
    expect(errorMessages).not.toHaveProperty(code);
  }
});
