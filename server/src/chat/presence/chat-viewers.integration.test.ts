import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Member, openMember } from '../../testing/chat-members.ts';
import { insertAdmin, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const newUser = () => insertUser(testApp.database.db);
const open = (account: { id: string; role: string }) => openMember(testApp, sockets, account);

async function openAdmin(username: string): Promise<Member> {
  return open(await insertAdmin(testApp.database.db, { username: `${username} ${crypto.randomUUID().slice(0, 8)}` }));
}
const join = ({ socket }: { socket: Socket }, userId: string) => ask(socket, 'admin_join_chat', userId);

/** The last received viewers of a conversation: who they are, and who is typing. */
const shownTo =
  ({ received }: Member, userId: string) =>
  () => {
    const [, last] =
      received.findLast(([name, published]) => name === 'conversation_viewers' && published['userId'] === userId) ?? [];
    const viewers = (last?.['viewers'] ?? []) as Array<{ _id: string; isTyping: boolean }>;
    return viewers.map(({ _id, isTyping }) => (isTyping ? `${_id} types` : _id)).toSorted();
  };
const ids = (...members: Member[]) => members.map(({ id }) => id).toSorted();

test('conversation_viewers: is emitted to the viewers only, with name and avatar', async () => {
  const { db } = testApp.database;
  const user = await newUser();
  const account = await insertAdmin(db, { username: 'Quản trị Mai', avatar_url: '/mai.png' });
  const mai = await open(account);
  expect(await join(mai, user.id)).toEqual({ success: true });
  const viewers = [{ _id: mai.id, username: 'Quản trị Mai', avatar: `${url}/mai.png`, isTyping: false }];
  await expect.poll(() => mai.received).toContainEqual(['conversation_viewers', { userId: user.id, viewers }]);

  const [binh, elsewhere, app] = [await openAdmin('Bình'), await openAdmin('Chi'), await open(user)];
  await join(elsewhere, (await newUser()).id);
  await join(binh, user.id);
  for (const member of [mai, binh]) await expect.poll(shownTo(member, user.id)).toEqual(ids(mai, binh));
  await ask(app.socket, 'no_such_event');
  expect(app.received).toEqual([]);
  expect(shownTo(elsewhere, user.id)()).toEqual([]);
});

test('conversation_viewers: a viewer who leaves, opens another conversation or disconnects is removed from the list', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const [stays, leaves, goesOn, breaks] = [
    await openAdmin('An'),
    await openAdmin('Bình'),
    await openAdmin('Chi'),
    await openAdmin('Dung'),
  ];
  const all = [stays, leaves, goesOn, breaks];
  for (const member of all) await join(member, user.id);
  const shown = shownTo(stays, user.id);
  await expect.poll(shown).toEqual(ids(...all));
  // Leaving a conversation that is not open changes nothing.
  await ask(leaves.socket, 'admin_leave_chat', { userId: other.id });
  await ask(leaves.socket, 'admin_leave_chat', user.id);
  await expect.poll(shown).toEqual(ids(stays, goesOn, breaks));
  await join(goesOn, other.id);
  await ask(goesOn.socket, 'admin_leave_chat', user.id);
  await expect.poll(shown).toEqual(ids(stays, breaks));
  await expect.poll(shownTo(goesOn, other.id)).toEqual(ids(goesOn));
  breaks.socket.disconnect();
  await expect.poll(shown).toEqual(ids(stays));
  leaves.received.length = 0;
  await join(leaves, user.id);
  await expect.poll(shown).toEqual(ids(stays, leaves));
});

test('conversation_viewers: an account with two tabs is one viewer until the second tab leaves', async () => {
  const user = await newUser();
  const mai = await openAdmin('Mai');
  const again = await open({ id: mai.id, role: 'admin' });
  const binh = await openAdmin('Bình');
  for (const member of [mai, again, binh]) await join(member, user.id);
  const shown = shownTo(binh, user.id);
  await expect.poll(shown).toEqual(ids(mai, binh));
  await ask(mai.socket, 'admin_leave_chat', user.id);
  await ask(again.socket, 'admin_typing', { userId: user.id, isTyping: true });
  await expect.poll(shown).toEqual([binh.id, `${mai.id} types`].toSorted());
  await ask(again.socket, 'admin_typing', { userId: user.id, isTyping: false });
  await expect.poll(shown).toEqual(ids(mai, binh));
  again.socket.disconnect();
  await expect.poll(shown).toEqual(ids(binh));
});

test('conversation_viewers: of many changes at once the last state is emitted, and few in between', async () => {
  const user = await newUser();
  const [mai, binh] = [await openAdmin('Mai'), await openAdmin('Bình')];
  await join(binh, user.id);
  await join(mai, user.id);
  const shown = shownTo(binh, user.id);
  await expect.poll(shown).toEqual(ids(mai, binh));
  await sleep(300);
  binh.received.length = 0;
  for (let round = 0; round < 8; round += 1) {
    for (const isTyping of [true, false]) mai.socket.emit('admin_typing', { userId: user.id, isTyping });
  }
  mai.socket.emit('admin_typing', { userId: user.id, isTyping: true });
  await ask(mai.socket, 'admin_typing', { userId: user.id, isTyping: true });
  await expect.poll(shown).toEqual([binh.id, `${mai.id} types`].toSorted());
  expect(binh.received.filter(([name]) => name === 'conversation_viewers').length).toBeLessThan(8);
});

test('conversation_viewers: a viewer who switches conversations without waiting is in the last one; a closed socket is in none', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const [stays, hurries, closes] = [await openAdmin('An'), await openAdmin('Bình'), await openAdmin('Chi')];
  await join(stays, user.id);
  for (const userId of [user.id, other.id, user.id, other.id]) hurries.socket.emit('admin_join_chat', userId);
  closes.socket.emit('admin_join_chat', user.id);
  closes.socket.disconnect();
  await expect.poll(shownTo(hurries, other.id)).toEqual(ids(hurries));
  // A new viewer receives the current state.
  const late = await openAdmin('Dung');
  await join(late, user.id);
  await expect.poll(shownTo(late, user.id)).toEqual(ids(stays, late));
});

test('conversation_viewers: an unknown user cannot be viewed, and an app user cannot be a viewer', async () => {
  const [user, admin] = [await open(await newUser()), await openAdmin('An')];
  expect(await join(admin, 'khong-co')).toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
  for (const event of ['admin_join_chat', 'admin_leave_chat']) {
    expect(await ask(user.socket, event, user.id)).toMatchObject({ code: 'ADMIN_ONLY' });
  }
  expect(admin.received).toEqual([]);
});
