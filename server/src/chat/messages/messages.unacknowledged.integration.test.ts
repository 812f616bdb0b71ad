import { errorMessages } from '@hai-dang/contract/errors.ts';
import { socketErrors } from '@hai-dang/contract/lib/socket.errors.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openAdmin, openMember, openUser } from '../../testing/chat-members.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const storedOf = (userId: string) =>
  testApp.database.db.selectFrom('messages').selectAll().where('user_id', '=', userId).execute();
const pair = async () => {
  const [admin, user] = [await openAdmin(testApp, sockets), await openUser(testApp, sockets)];
  return { admin, user };
};

describe('messages sent without an acknowledgement', () => {
  test('a message is stored all the same, and its sender notified', async () => {
    const { admin, user } = await pair();
    admin.socket.emit('admin_message', { userId: user.id, text: 'Chào', adminId: admin.id, tempId: 'a' });
    user.socket.emit('send_message', { content: 'Chào lại', tempId: 'b' });
    await expect.poll(() => storedOf(user.id)).toHaveLength(2);
    await expect.poll(() => admin.received).toContainEqual(['message_sent', expect.objectContaining({ tempId: 'a' })]);
    await expect.poll(() => user.received).toContainEqual(['message_sent', expect.objectContaining({ tempId: 'b' })]);
  });

  test('an error is emitted to the socket that sent the message, with its key', async () => {
    const { admin, user } = await pair();
    const again = await openMember(testApp, sockets, { id: user.id, role: 'user' });
    user.socket.emit('send_message', { content: ' ', tempId: 'a' });
    user.socket.emit('send_message', { content: 'x', tempId: 'b', senderId: admin.id });
    user.socket.emit('send_message');
    user.socket.emit('admin_message', { userId: user.id, text: 'x', tempId: 'c' });
    // The others have no such event.
    user.socket.emit('admin_mark_read', { userId: user.id });
    const errors = new Map(
      (await eventsOf(user)).map(([name, { tempId, code, error }]) => [tempId, `${name} ${code}: ${error}`]),
    );
    expect(errors).toEqual(
      new Map([
        ['a', 'message_error VALIDATION_FAILED: Tin nhắn không được để trống'],
        ['b', `message_error IDENTITY_MISMATCH: ${socketErrors.IDENTITY_MISMATCH}`],
        [null, expect.stringMatching(/^message_error VALIDATION_FAILED: Đầu vào không hợp lệ/)],
        ['c', `message_error ADMIN_ONLY: ${errorMessages.ADMIN_ONLY}`],
      ]),
    );
    expect(await eventsOf(again)).toEqual([]);
    expect(await storedOf(user.id)).toEqual([]);
  });

  test('too many at once are rejected one by one', async () => {
    const { user } = await pair();
    // So many that some are rejected on a slow machine too.
    for (let index = 0; index < 60; index += 1) user.socket.emit('send_message', { content: 'x', tempId: `n${index}` });
    await expect
      .poll(() => user.received.filter(([name]) => name === 'message_error').length)
      .toBeGreaterThanOrEqual(3);
    expect(user.received.find(([name]) => name === 'message_error')?.[1]).toMatchObject({
      error: socketErrors.TOO_MANY_EVENTS,
      tempId: expect.stringMatching(/^n\d+$/),
    });
  });
});
