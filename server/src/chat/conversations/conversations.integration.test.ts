import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, type Member, openAdmin, openMember, openUser, sendText } from '../../testing/chat-members.ts';
import { insertAdmin } from '../../testing/factories.ts';
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

const now = () => testApp.clock.now().toISOString();
const call = (member: Pick<Member, 'token'>, userId: string, what: string, body?: object) =>
  testApp.send('POST', `/api/admin/chat/${userId}/${what}`, { token: member.token, body });
const nameOf = async ({ id }: { id: string }) =>
  (await testApp.database.db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirstOrThrow())
    .username;

/** A user, and two administrators who are signed in. */
async function gather() {
  return {
    user: await openUser(testApp, sockets),
    lan: await openAdmin(testApp, sockets),
    mai: await openAdmin(testApp, sockets),
  };
}

/** Returns the state of a conversation that its history has. */
async function workOf({ id }: { id: string }): Promise<Partial<ChatUser>> {
  const response = await testApp.post(`/api/admin/chat/${id}`, { limit: 1 });
  return response.json().conversation.work;
}
const stateEvents = async (member: Member) =>
  (await eventsOf(member)).filter(([name]) => name === 'conversation_state_changed').map(([, payload]) => payload);

describe('conversation state', () => {
  test('waits from the first message of its user until an administrator answers, who then handles it', async () => {
    const { user, lan, mai } = await gather();
    expect(await workOf(user)).toEqual({ waitingSince: null, isResolved: false, stateSince: null, assignee: null });
    const since = now();
    await sendText(user, 'Alo');
    testApp.clock.advance(MINUTE_MS);
    await sendText(user, 'Có ai không?');
    const waiting = { waitingSince: since, isResolved: false, stateSince: since, assignee: null };
    expect(await workOf(user)).toEqual(waiting);
    testApp.clock.advance(MINUTE_MS);
    const answeredAt = now();
    await sendText(lan, 'Chào bạn', user);
    await sendText(mai, 'Tôi cũng ở đây', user);
    const assignee = { _id: lan.id, username: await nameOf(lan) };
    const open = { waitingSince: null, isResolved: false, stateSince: answeredAt, assignee };
    expect(await workOf(user)).toEqual(open);
    const expected = [
      { userId: user.id, ...waiting, formerState: null },
      { userId: user.id, ...open, formerState: 'waiting' },
    ];
    for (const admin of [lan, mai]) expect(await stateEvents(admin)).toEqual(expected);
    expect(await stateEvents(user)).toEqual([]);
  });

  test('is claimed by the next administrator who answers, once its administrator is disabled', async () => {
    const { user, lan, mai } = await gather();
    await sendText(user, 'Alo');
    await sendText(lan, 'Chào bạn', user);
    await testApp.database.db.updateTable('users').set({ is_disabled: true }).where('id', '=', lan.id).execute();
    expect(await workOf(user)).toMatchObject({ assignee: null });
    await sendText(mai, 'Tôi nghe', user);
    expect(await workOf(user)).toMatchObject({ assignee: { _id: mai.id } });
  });
});

describe('resolveConversation', () => {
  test('ends the waiting without an answer, for all administrators; the next message of the user reopens it', async () => {
    const { user, lan, mai } = await gather();
    const since = now();
    await sendText(user, 'Cảm ơn');
    testApp.clock.advance(MINUTE_MS);
    await eventsOf(mai);
    const resolved = { waitingSince: null, isResolved: true, stateSince: now(), assignee: null };
    const response = await call(lan, user.id, 'resolve');
    expect([response.statusCode, response.json().data]).toEqual([200, resolved]);
    expect(await stateEvents(mai)).toEqual([{ userId: user.id, ...resolved, formerState: 'waiting' }]);
    expect(await stateEvents(user)).toEqual([]);
    await sendText(lan, 'Rất vui được giúp', user);
    expect(await workOf(user)).toMatchObject({ isResolved: true });
    testApp.clock.advance(MINUTE_MS);
    await sendText(user, 'Còn một việc');
    expect(await workOf(user)).toMatchObject({ isResolved: false, waitingSince: now() });
    expect(now()).not.toBe(since);
    expect((await stateEvents(mai)).at(-1)).toMatchObject({ formerState: 'resolved', waitingSince: now() });
  });

  test('of a user who has written after the given message: 409 CONVERSATION_CHANGED', async () => {
    const { user, lan } = await gather();
    const { seq } = await sendText(user, 'Alo');
    await sendText(lan, 'Vâng', user);
    await sendText(user, 'Khoan đã');
    const stale = await call(lan, user.id, 'resolve', { upToSeq: seq + 1 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'CONVERSATION_CHANGED']);
    expect(await workOf(user)).toMatchObject({ isResolved: false });
    expect((await call(lan, user.id, 'resolve', { upToSeq: seq + 2 })).statusCode).toBe(200);
  });
});

describe('reopenConversation', () => {
  test('of a user who was waiting when it was resolved: waits since the same time', async () => {
    const { user, lan, mai } = await gather();
    const since = now();
    await sendText(user, 'Alo');
    await call(lan, user.id, 'resolve');
    testApp.clock.advance(MINUTE_MS);
    await eventsOf(mai);
    const response = await call(lan, user.id, 'reopen');
    expect(response.json().data).toMatchObject({ waitingSince: since, stateSince: since, isResolved: false });
    expect(await stateEvents(mai)).toMatchObject([{ formerState: 'resolved', waitingSince: since }]);
  });

  test('of one that was answered: open, even if it was answered only after it was resolved', async () => {
    const { user, lan } = await gather();
    await sendText(user, 'Alo');
    await call(lan, user.id, 'resolve');
    await sendText(lan, 'Xin lỗi vì chậm', user);
    testApp.clock.advance(MINUTE_MS);
    expect((await call(lan, user.id, 'reopen')).json().data).toMatchObject({ waitingSince: null, stateSince: now() });
  });
});

describe('assignConversation', () => {
  test("of a colleague's conversation is rejected with the colleague, unless it is taken over", async () => {
    const { user, lan, mai } = await gather();
    await sendText(user, 'Alo');
    const ofLan = { _id: lan.id, username: await nameOf(lan) };
    expect((await call(lan, user.id, 'assign', { assigneeId: 'me' })).json().data).toMatchObject({ assignee: ofLan });
    for (const assigneeId of ['me', null]) {
      const rejected = await call(mai, user.id, 'assign', { assigneeId });
      expect([rejected.statusCode, rejected.json()]).toMatchObject([
        409,
        { code: 'CONVERSATION_ASSIGNED', details: { assignee: ofLan } },
      ]);
    }
    await eventsOf(lan);
    const taken = await call(mai, user.id, 'assign', { assigneeId: 'me', takeOver: true });
    expect(taken.json().data).toMatchObject({ assignee: { _id: mai.id } });
    // The state is the same: no count changes.
    expect(await stateEvents(lan)).toMatchObject([{ formerState: 'waiting', assignee: { _id: mai.id } }]);
    await call(mai, user.id, 'assign', { assigneeId: null });
    expect(await workOf(user)).toMatchObject({ assignee: null });
  });

  test("of a disabled colleague's conversation succeeds; any other assignee is rejected", async () => {
    const { user, lan } = await gather();
    await sendText(user, 'Alo');
    const gone = await openMember(testApp, sockets, await insertAdmin(testApp.database.db));
    await call(gone, user.id, 'assign', { assigneeId: 'me' });
    await testApp.database.db.updateTable('users').set({ is_disabled: true }).where('id', '=', gone.id).execute();
    expect((await call(lan, user.id, 'assign', { assigneeId: gone.id })).statusCode).toBe(400);
    expect((await call(lan, user.id, 'assign', { assigneeId: 'me' })).statusCode).toBe(200);
  });
});
