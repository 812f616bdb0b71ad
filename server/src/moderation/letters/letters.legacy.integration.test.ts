import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../auth/password.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, type Member, openAdmin, openMember, sendText } from '../../testing/chat-members.ts';
import { accountSubject, type DecisionFields, makeDecision } from '../../testing/decisions.ts';
import { insertUser } from '../../testing/factories.ts';
import { insertPostReportedBy, sendLetters } from '../../testing/letters.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { endSuspensions } from '../actions/end-suspensions.ts';

const TAKEDOWN: DecisionFields = { policy: 'scam', actions: ['takedown'] };
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;

/** All that a client of the specification knows of a message; it ignores any other field. */
function readAsLegacy(raw: Record<string, unknown>) {
  const { _id, content, sender, receiver, createdAt, type, read, isAdminMessage } = raw;
  const { _id: senderId, role } = sender as Record<string, unknown>;
  return { _id, content, sender: { _id: senderId, role }, receiver, createdAt, type, read, isAdminMessage };
}

const received = (events: Awaited<ReturnType<typeof eventsOf>>) =>
  events.filter(([name]) => name === 'receive_message').map(([, message]) => message);

/** A user with an ordinary answer in their conversation, and an administrator, both with a legacy client. */
async function conversation(userId: string): Promise<{ user: Member; admin: Member }> {
  const user = await openMember(testApp, sockets, { id: userId, role: 'user' });
  const admin = await openMember(testApp, sockets, { id: testApp.admin.id, role: 'admin' });
  await sendText(admin, 'Chào bạn, mình giúp gì được?', user);
  return { user, admin };
}

describe('letters: a letter at a legacy client', () => {
  test('of a user is an ordinary text message of an administrator, which can be read and answered', async () => {
    const { author, subject } = await insertPostReportedBy(testApp);
    const { user, admin } = await conversation(author.id);
    const [ordinary] = received(await eventsOf(user));
    await eventsOf(admin);
    await makeDecision(testApp, subject, TAKEDOWN);
    await sendLetters(testApp);
    const events = await eventsOf(user);
    expect(events.map(([name]) => name)).toEqual(['receive_message', 'conversation_updated']);
    const [letter] = received(events);
    expect(readAsLegacy(letter ?? {})).toEqual({
      ...readAsLegacy(ordinary ?? {}),
      _id: expect.any(String),
      content: expect.stringContaining('Chúng tôi đã gỡ bài viết “Bán vé rẻ”'),
      createdAt: testApp.clock.now().toISOString(),
    });
    // It has one field more, which such a client does not know, and no key, since nobody waits for it.
    const more = Object.keys(letter ?? {}).filter((key) => !(key in (ordinary ?? {})));
    const less = Object.keys(ordinary ?? {}).filter((key) => !(key in (letter ?? {})));
    expect({ more, less: less.filter((key) => key !== 'tempId') }).toEqual({ more: ['notice'], less: [] });
    expect(events[1]?.[1]).toMatchObject({ messageId: letter?.['_id'], content: letter?.['content'], type: 'text' });

    await ask(user.socket, 'mark_messages_read');
    await sendText(user, 'Tôi hiểu rồi');
    const answered = await eventsOf(admin);
    expect(answered.map(([name]) => name)).toContain('messages_marked_read');
    expect(received(answered).at(-1)).toMatchObject({ content: 'Tôi hiểu rồi', sender: { _id: author.id } });
  });

  test('of an administrator is live and in the history between the other messages, in order', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, []);
    const { user, admin } = await conversation(author.id);
    const other = await openAdmin(testApp, sockets);
    await eventsOf(admin);
    await makeDecision(testApp, subject, TAKEDOWN);
    await sendLetters(testApp);
    const [live] = received(await eventsOf(other));
    // The administrator who decided gets it as what they have sent from another window.
    const own = (await eventsOf(admin)).find(([name]) => name === 'message_sent')?.[1];
    expect(readAsLegacy(own ?? {})).toEqual(readAsLegacy(live ?? {}));
    await sendText(user, 'Vì sao vậy?');
    // The call of a legacy panel has an empty body.
    const { data } = (await testApp.post(`/api/admin/chat/${author.id}`, {})).json();
    expect(data.map(readAsLegacy)).toMatchObject([
      { content: 'Chào bạn, mình giúp gì được?', type: 'text', isAdminMessage: true },
      { _id: live?.['_id'], content: live?.['content'], type: 'text', isAdminMessage: true, sender: { role: 'admin' } },
      { content: 'Vì sao vậy?', isAdminMessage: false, sender: { role: 'user' } },
    ]);
  });

  test('with characters that hide or reorder text has none of them, and markup is text', async () => {
    const { author, subject } = await insertPostReportedBy(testApp, []);
    const letters = { owner: '<b>{tên}</b>\u202E\u0000 <script>alert(1)</script>' };
    await makeDecision(testApp, subject, { ...TAKEDOWN, letters });
    await sendLetters(testApp);
    const { data } = (await testApp.post(`/api/admin/chat/${author.id}`, {})).json();
    expect(data.map(readAsLegacy)).toMatchObject([
      { content: `<b>${author.username}</b> <script>alert(1)</script>`, type: 'text' },
    ]);
  });
});

test('legacy panel: a suspended user is vohieuhoa: true in every response, until the suspension ends or is undone', async () => {
  const password = 'mat khau rat dai';
  const user = await insertUser(db(), { username: 'Nguyễn Bị Khóa', password_hash: await hashPassword(password) });
  const listed = async (path: string, body: object) => {
    const { data } = (await testApp.post(path, body)).json();
    const rows: Array<Record<string, unknown>> = Array.isArray(data) ? data : data.users;
    return rows.find(({ _id }) => _id === user.id)?.['vohieuhoa'];
  };
  const search = (filters: object) =>
    listed('/api/admin/users/search', {
      searchTerm: 'bi khoa',
      filters: { status: '', role: '', vohieuhoa: '', verified: '', gender: '', ...filters },
    });
  const seen = async () => ({
    list: await listed('/api/admin/users', {}),
    search: await search({}),
    disabled: await search({ vohieuhoa: 'true' }),
    banned: await search({ status: 'banned' }),
    enabled: await search({ vohieuhoa: 'false' }),
    detail: (await testApp.post(`/api/admin/users/detail/${user.id}`, {})).json().data.vohieuhoa,
    status: (await testApp.post(`/api/admin/users/${user.id}/status`, { userId: user.id })).json().isDisabled,
  });
  const free = { list: false, search: false, disabled: undefined, banned: undefined, enabled: false };
  const locked = { list: true, search: true, disabled: true, banned: true, enabled: undefined };
  expect(await seen()).toEqual({ ...free, detail: false, status: false });
  const suspension: DecisionFields = { policy: 'spam', actions: ['suspend'], suspendDays: 1 };
  await makeDecision(testApp, accountSubject(user.id), suspension);
  expect(await seen()).toEqual({ ...locked, detail: true, status: true });
  const body = { email: user.email, password };
  const login = await testApp.send('POST', '/api/users/login', { token: undefined, body });
  expect([login.statusCode, login.json().message]).toEqual([403, 'Tài khoản đã bị vô hiệu hóa']);

  await testApp.later(DAY_MS, () => endSuspensions(testApp.services.app));
  expect(await seen()).toEqual({ ...free, detail: false, status: false });
  // The button of a legacy panel ends a suspension, too.
  await makeDecision(testApp, accountSubject(user.id), suspension);
  const enabled = (await testApp.post(`/api/admin/users/${user.id}/enable`)).json();
  expect(enabled.data).toMatchObject({ vohieuhoa: false });
  expect(await seen()).toEqual({ ...free, detail: false, status: false });
});
