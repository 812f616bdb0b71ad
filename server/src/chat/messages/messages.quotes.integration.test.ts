import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { DELETED_MESSAGE_TEXT, QUOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import {
  eventsOf,
  type Member,
  newTempId,
  openAdmin,
  openMember,
  openUser,
  sendText,
} from '../../testing/chat-members.ts';
import { insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { pngOf } from '../../testing/test-images.ts';
import { chatStore } from './messages.store.ts';

let app: ImageApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  app = await openImageApp();
  url = await listen(app.testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => app.close());

interface Ack {
  message?: ChatMessage;
  code?: string;
  error?: string;
}

/** Two administrators and a user, who has written one text. */
async function start() {
  const { testApp } = app;
  const admin = await openMember(testApp, sockets, { id: testApp.admin.id, role: 'admin' });
  const members = { admin, other: await openAdmin(testApp, sockets), user: await openUser(testApp, sockets) };
  const message = await sendText(members.user, 'Tôi cần giúp');
  for (const member of Object.values(members)) await eventsOf(member);
  return { ...members, message };
}
const reply = (admin: Member, user: { id: string }, quotedId: string, more = {}): Promise<Ack> =>
  ask(admin.socket, 'admin_message', {
    userId: user.id,
    text: 'Vâng ạ',
    adminId: admin.id,
    tempId: newTempId(),
    quotedId,
    ...more,
  }) as Promise<Ack>;
async function historyOf(userId: string): Promise<ChatMessage[]> {
  return (await app.testApp.post(`/api/admin/chat/${userId}`)).json().data;
}

describe('admin_message with quotedId', () => {
  test('acknowledgement, events and history have the quote of the user’s message', async () => {
    const { admin, other, user, message } = await start();
    const quote = {
      _id: message._id,
      seq: 1,
      content: 'Tôi cần giúp',
      type: 'text',
      isAdminMessage: false,
      senderName: message.sender.username,
    };
    const ack = await reply(admin, user, message._id);
    expect(ack.message).toMatchObject({ content: 'Vâng ạ', seq: 2, quote });
    expect(await eventsOf(admin)).toContainEqual(['message_sent', expect.objectContaining({ quote })]);
    for (const member of [other, user]) {
      expect(await eventsOf(member)).toContainEqual(['receive_message', expect.objectContaining({ seq: 2, quote })]);
    }
    const [first, second] = await historyOf(user.id);
    expect(first).not.toHaveProperty('quote');
    expect(second).toMatchObject({ quote });
  });

  test('quotes a message of another administrator, a quoting message, and the beginning of a long text', async () => {
    const { admin, other, user, message } = await start();
    const first = (await reply(other, user, message._id, { text: `😀${'ầ'.repeat(300)}` })).message;
    const second = (await reply(admin, user, first?._id ?? '')).message;
    expect(second?.quote).toMatchObject({ _id: first?._id, isAdminMessage: true, senderName: expect.any(String) });
    expect(second?.quote?.content).toBe(`😀${'ầ'.repeat(QUOTE_MAX_CHARS - 1)}`);
  });

  test('of an image it has the caption, and never the URL', async () => {
    const { admin, user } = await start();
    const withCaption = (await app.sendOne(user.id, await pngOf(), { caption: 'Hóa đơn' })).json().data;
    const without = (await app.sendOne(user.id, await pngOf())).json().data;
    expect((await reply(admin, user, withCaption._id)).message?.quote).toMatchObject({
      type: 'image',
      content: 'Hóa đơn',
    });
    expect((await reply(admin, user, without._id)).message?.quote).toMatchObject({ type: 'image', content: '' });
  });

  test('a repeat under the same key returns the same message and its quote', async () => {
    const { admin, user, message } = await start();
    const tempId = newTempId();
    const first = await reply(admin, user, message._id, { tempId });
    expect((await reply(admin, user, message._id, { tempId })).message).toEqual(first.message);
    // A server of the version before stored it without.
    const plain = await sendText(admin, 'Vâng ạ', user);
    const repeat = await reply(admin, user, message._id, { tempId: plain.tempId });
    expect(repeat.message).toEqual(plain);
    expect(await historyOf(user.id)).toHaveLength(3);
  });

  test('an unknown message, and one of another conversation, are rejected and nothing is stored', async () => {
    const { admin, user } = await start();
    const stranger = await openUser(app.testApp, sockets);
    const { _id: elsewhere } = await sendText(stranger, 'Chuyện riêng của tôi');
    await eventsOf(user);
    for (const quotedId of ['khong-co', elsewhere]) {
      const ack = await reply(admin, user, quotedId);
      expect(ack).toMatchObject({ code: 'QUOTED_MESSAGE_NOT_FOUND', error: expect.stringContaining('trích dẫn') });
      expect(JSON.stringify(ack)).not.toContain('Chuyện riêng');
    }
    expect(await reply(admin, { id: 'khong-co' }, elsewhere)).toMatchObject({ code: 'QUOTED_MESSAGE_NOT_FOUND' });
    expect(await historyOf(user.id)).toHaveLength(1);
    expect(await eventsOf(user)).toEqual([]);
  });

  test('an internal note has no quote', async () => {
    const { admin, user, message } = await start();
    const ack = await reply(admin, user, message._id, { isInternal: true });
    expect(ack.message).toMatchObject({ type: 'note' });
    expect(ack.message).not.toHaveProperty('quote');
    expect(await historyOf(user.id)).toHaveLength(1);
  });
});

describe('message quote: after a change', () => {
  test('has the edited text of the original, and nothing of a deleted one', async () => {
    const { admin, user } = await start();
    const original = await sendText(admin, 'Mật khẩu là sao-biển', user);
    const quoting = await reply(admin, user, original._id);
    const quoteNow = async () => (await historyOf(user.id)).at(-1)?.quote;
    await ask(admin.socket, 'admin_edit_message', { messageId: original._id, text: 'Đã sửa' });
    expect(await quoteNow()).toEqual({ ...quoting.message?.quote, content: 'Đã sửa' });
    await ask(admin.socket, 'admin_delete_message', { messageId: original._id });
    expect(await quoteNow()).toEqual({ ...quoting.message?.quote, content: DELETED_MESSAGE_TEXT });
    const again = await reply(admin, user, original._id, { tempId: quoting.message?.tempId });
    expect(again.message?.quote?.content).toBe(DELETED_MESSAGE_TEXT);
    expect(JSON.stringify(await historyOf(user.id))).not.toContain('sao-biển');
  });

  test('stays with the quoting message that is edited, and is deleted with it', async () => {
    const { admin, user, message } = await start();
    const quoting = (await reply(admin, user, message._id)).message;
    await eventsOf(user);
    const change = { messageId: quoting?._id };
    const edited = (await ask(admin.socket, 'admin_edit_message', { ...change, text: 'Vâng, đúng ạ' })) as Ack;
    expect(edited.message?.quote).toEqual(quoting?.quote);
    expect(await eventsOf(user)).toMatchObject([['message_edited', { message: { quote: quoting?.quote } }]]);
    const deleted = (await ask(admin.socket, 'admin_delete_message', change)) as Ack;
    expect(deleted.message).not.toHaveProperty('quote');
    expect(await eventsOf(user)).toMatchObject([['message_deleted', { message: { content: DELETED_MESSAGE_TEXT } }]]);
    expect((await historyOf(user.id)).at(-1)).not.toHaveProperty('quote');
  });

  test('is in the results of a search', async () => {
    const { admin, user, message } = await start();
    await reply(admin, user, message._id, { text: 'Lá thư màu xanh' });
    const found = await app.testApp.post('/api/admin/chat/search', { searchTerm: 'la thu mau xanh', userId: user.id });
    expect(found.json().data.messages).toMatchObject([{ message: { quote: { content: 'Tôi cần giúp' } } }]);
  });
});

test('message search: finds each quoted message by its key', async () => {
  const { db, pool } = app.testApp.database;
  const { id: userId } = await insertUser(db);
  await db.insertInto('conversations').values({ user_id: userId, last_seq: 3_000, unread_count: 0 }).execute();
  await sql`
    insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, quoted_seq, created_at)
    select gen_random_uuid(), ${userId}, n, ${userId}, false, 'text', 'Tin ' || n, n, nullif(n - 1, 0), now()
    from generate_series(1, 3000) n`.execute(db);
  const planOf = await openPlanReader(pool);
  const page = { userId, at: new Date(), before: null, after: null, limit: 200 };
  const { indexes } = await planOf((db) => chatStore.findMessages(db, page));
  expect(indexes.filter((index) => index === 'messages_seq_key')).toHaveLength(2);
});
