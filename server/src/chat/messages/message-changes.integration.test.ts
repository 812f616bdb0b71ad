import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { DELETED_MESSAGE_TEXT, MESSAGE_CHANGE_MS, MESSAGE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callOf } from '../../testing/call-of.ts';
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
import { insertPostReportedBy, sendLetters } from '../../testing/letters.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { pngOf } from '../../testing/test-images.ts';
import { editMessage } from './edit-message.ts';
import { sendTextAsAdmin } from './send-text.ts';

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
const edit = (member: Member, messageId: string, text: string) =>
  ask(member.socket, 'admin_edit_message', { messageId, text }) as Promise<Ack>;
const remove = (member: Member, messageId: string) =>
  ask(member.socket, 'admin_delete_message', { messageId }) as Promise<Ack>;

/** Two administrators and a user, of whom the first has written one text. */
async function start() {
  const { testApp } = app;
  const admin = await openMember(testApp, sockets, { id: testApp.admin.id, role: 'admin' });
  const members = { admin, other: await openAdmin(testApp, sockets), user: await openUser(testApp, sockets) };
  const message = await sendText(admin, 'Chào bạn nhé', members.user);
  for (const member of Object.values(members)) await eventsOf(member);
  return { ...members, message };
}
async function historyOf(userId: string): Promise<ChatMessage[]> {
  return (await app.testApp.post(`/api/admin/chat/${userId}`)).json().data;
}
async function lastMessageOf(userId: string): Promise<unknown> {
  const { data } = (await app.testApp.post('/api/admin/online-users', { search: '' })).json();
  return data.users.find((user: { _id: string }) => user._id === userId).lastMessage;
}
async function foundBy(searchTerm: string, userId: string): Promise<string[]> {
  const { data } = (await app.testApp.post('/api/admin/chat/search', { searchTerm, userId })).json();
  return data.messages.map(({ message }: { message: ChatMessage }) => message._id);
}
const entriesOf = (userId: string) =>
  app.testApp.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('target_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

describe('admin_edit_message', () => {
  test('history, search, list and audit log have the new text, and everybody concerned gets one event', async () => {
    const { admin, other, user, message } = await start();
    const stranger = await openUser(app.testApp, sockets);
    const ack = await edit(admin, message._id, '  Chào anh Đức  ');
    expect(ack.message).toMatchObject({ _id: message._id, content: 'Chào anh Đức', seq: 1, tempId: message.tempId });
    const { tempId, ...published } = ack.message ?? {};
    const payload = { messageId: message._id, userId: user.id, isLast: true, message: published };
    for (const member of [admin, other, user]) expect(await eventsOf(member)).toEqual([['message_edited', payload]]);
    expect(await eventsOf(stranger)).toEqual([]);

    expect(await historyOf(user.id)).toMatchObject([{ content: 'Chào anh Đức', editedAt: expect.any(String) }]);
    expect(await lastMessageOf(user.id)).toMatchObject({ content: 'Chào anh Đức' });
    expect([await foundBy('anh duc', user.id), await foundBy('ban nhe', user.id)]).toEqual([[message._id], []]);
    expect(await entriesOf(user.id)).toMatchObject([
      {
        action: 'message.edit',
        actor_id: admin.id,
        target_type: 'user',
        before: { text: 'Chào bạn nhé' },
        after: { text: 'Chào anh Đức', messageId: message._id },
        ip: expect.stringContaining('127.0.0.1'),
      },
    ]);
  });

  test('a repeat changes nothing, even after the time limit, and publishes again', async () => {
    const { admin, user, message } = await start();
    const { message: edited } = await edit(admin, message._id, 'Xin chào');
    app.testApp.clock.advance(MESSAGE_CHANGE_MS + 1);
    expect((await edit(admin, message._id, 'Xin chào')).message).toEqual(edited);
    expect((await eventsOf(user)).map(([name]) => name)).toEqual(['message_edited', 'message_edited']);
    expect(await entriesOf(user.id)).toHaveLength(1);
  });

  test('a resend of the message after a lost acknowledgement returns the edited one', async () => {
    const { admin, user, message } = await start();
    await edit(admin, message._id, 'Xin chào');
    expect(await sendText(admin, 'Chào bạn nhé', user, message.tempId)).toMatchObject({
      _id: message._id,
      content: 'Xin chào',
    });
    expect(await historyOf(user.id)).toHaveLength(1);
  });

  test('is possible within five minutes, and rejected after', async () => {
    const { admin, message } = await start();
    app.testApp.clock.advance(MESSAGE_CHANGE_MS);
    expect((await edit(admin, message._id, 'Vừa kịp')).message).toBeDefined();
    app.testApp.clock.advance(1);
    expect(await edit(admin, message._id, 'Quá muộn')).toMatchObject({
      code: 'MESSAGE_TOO_OLD',
      error: expect.stringContaining('5 phút'),
    });
  });

  test('another sender’s message, an unknown one, and one of a user are not found', async () => {
    const { admin, other, user, message } = await start();
    const { _id: ofUser } = await sendText(user, 'Tôi cần giúp');
    expect(await edit(other, message._id, 'x')).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await edit(admin, 'khong-co', 'x')).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await edit(admin, ofUser, 'x')).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await remove(other, message._id)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await ask(user.socket, 'admin_edit_message', { messageId: ofUser, text: 'x' })).toMatchObject({
      code: 'ADMIN_ONLY',
    });
    expect((await historyOf(user.id)).map(({ content }) => content)).toEqual(['Chào bạn nhé', 'Tôi cần giúp']);
  });

  test('an empty text and one that is too long are rejected with the message of sending', async () => {
    const { admin, message } = await start();
    for (const text of ['', ' \n ', 'x'.repeat(MESSAGE_MAX_CHARS + 1)]) {
      expect(await edit(admin, message._id, text)).toMatchObject({
        code: 'VALIDATION_FAILED',
        error: expect.stringMatching(/^Tin nhắn (không được để trống|quá dài)$/),
      });
    }
    expect((await edit(admin, message._id, 'x'.repeat(MESSAGE_MAX_CHARS))).message?.content).toHaveLength(
      MESSAGE_MAX_CHARS,
    );
  });

  test('any text that can be sent is stored as sending stores it', async () => {
    const { admin, user, message } = await start();
    const userId = user.id;
    const call = callOf(app.testApp.services.app, app.testApp.admin);
    const contentOf = ({ content }: ChatMessage) => content;
    const codeOf = (error: { code?: string }) => error.code;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), async (text) => {
        const [edited, sent] = await Promise.all([
          editMessage(call, message._id, text).then(contentOf, codeOf),
          sendTextAsAdmin(call, { userId, content: text, tempId: newTempId() }, admin).then(contentOf, codeOf),
        ]);
        expect(edited).toBe(sent);
      }),
      { numRuns: 40 },
    );
  });

  test('a letter about a decision can be neither edited nor deleted', async () => {
    const { admin } = await start();
    const { author, subject } = await insertPostReportedBy(app.testApp);
    const letters = { owner: 'Xin đọc lại quy tắc.' };
    const decision = { subject, outcome: 'violation', policy: 'spam', actions: ['warn'], letters, version: 1 };
    expect((await app.testApp.post('/api/admin/decisions', decision)).statusCode).toBe(201);
    await sendLetters(app.testApp);
    const [letter] = await historyOf(author.id);
    if (!letter) throw new Error('no letter was sent');
    expect(letter).toMatchObject({ sender: { _id: admin.id }, notice: expect.anything() });
    expect(await edit(admin, letter._id, 'x')).toMatchObject({ code: 'MESSAGE_NOT_CHANGEABLE' });
    expect(await remove(admin, letter._id)).toMatchObject({ code: 'MESSAGE_NOT_CHANGEABLE' });
  });
});

describe('admin_delete_message', () => {
  test('the text stays in the audit log only, and everybody concerned gets one event', async () => {
    const { admin, other, user, message } = await start();
    await edit(admin, message._id, 'Mật khẩu là sao-biển');
    for (const member of [admin, other, user]) await eventsOf(member);
    const ack = await remove(admin, message._id);
    expect(ack.message).toMatchObject({ content: DELETED_MESSAGE_TEXT, type: 'text', deletedAt: expect.any(String) });
    for (const member of [admin, other, user]) {
      const received = await eventsOf(member);
      expect(received).toMatchObject([['message_deleted', { messageId: message._id, userId: user.id, isLast: true }]]);
      expect(JSON.stringify(received)).not.toContain('sao-biển');
    }
    const history = await historyOf(user.id);
    expect(history).toMatchObject([{ content: DELETED_MESSAGE_TEXT, seq: 1, deletedAt: expect.any(String) }]);
    expect(history[0]).not.toHaveProperty('editedAt');
    expect(await lastMessageOf(user.id)).toMatchObject({ content: DELETED_MESSAGE_TEXT });
    expect([await foundBy('sao bien', user.id), await foundBy('thu hoi', user.id)]).toEqual([[], []]);
    expect((await entriesOf(user.id)).at(-1)).toMatchObject({
      action: 'message.delete',
      before: { text: 'Mật khẩu là sao-biển' },
      after: { messageId: message._id },
    });
  });

  test('a repeat succeeds even later; an edit of it fails, and so does any change after five minutes', async () => {
    const { admin, user, message } = await start();
    const late = await sendText(admin, 'Ở lại', user);
    await remove(admin, message._id);
    app.testApp.clock.advance(MESSAGE_CHANGE_MS + 1);
    expect((await remove(admin, message._id)).message?.deletedAt).toBeDefined();
    expect(await edit(admin, message._id, 'x')).toMatchObject({ code: 'MESSAGE_DELETED' });
    expect(await remove(admin, late._id)).toMatchObject({ code: 'MESSAGE_TOO_OLD' });
    expect(await entriesOf(user.id)).toHaveLength(1);
  });

  test('of an older message: the event says that the list shows another', async () => {
    const { admin, user, message } = await start();
    await sendText(user, 'Cảm ơn');
    await eventsOf(user);
    await remove(admin, message._id);
    expect(await eventsOf(user)).toMatchObject([['message_deleted', { isLast: false }]]);
    expect(await lastMessageOf(user.id)).toMatchObject({ content: 'Cảm ơn' });
  });

  test('edits and deletions at the same moment leave a deleted message, an entry for each change and no error of the server', async () => {
    const { admin, user, message } = await start();
    const acks = await Promise.all([
      ...['một', 'hai', 'ba'].map((text) => edit(admin, message._id, text)),
      remove(admin, message._id),
      remove(admin, message._id),
    ]);
    for (const { message: changed, code } of acks) if (!changed) expect(code).toBe('MESSAGE_DELETED');
    expect(await historyOf(user.id)).toMatchObject([{ content: DELETED_MESSAGE_TEXT }]);
    const actions = (await entriesOf(user.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'message.delete')).toHaveLength(1);
    const last = (await eventsOf(user)).at(-1);
    expect(last).toMatchObject(['message_deleted', { messageId: message._id }]);
  });
});

describe('admin_delete_message of an image', () => {
  async function sendImage(userId: string, bytes: Buffer, caption?: string): Promise<ChatMessage> {
    return (await app.sendOne(userId, bytes, caption === undefined ? {} : { caption })).json().data;
  }

  test('deletes its files, and the audit log names the image', async () => {
    const { admin, user } = await start();
    const image = await sendImage(user.id, await pngOf(), 'Hóa đơn');
    expect(await app.filesOf(user.id)).toHaveLength(2);
    expect(await edit(admin, image._id, 'x')).toMatchObject({ code: 'MESSAGE_NOT_CHANGEABLE' });
    const { message } = await remove(admin, image._id);
    expect(message).toMatchObject({ type: 'text', content: DELETED_MESSAGE_TEXT });
    expect(message).not.toHaveProperty('image');
    expect(message).not.toHaveProperty('caption');
    await expect.poll(() => app.filesOf(user.id)).toEqual([]);
    expect((await entriesOf(user.id)).at(-1)).toMatchObject({
      before: { image: expect.stringContaining(`/media/chat/${user.id}/`), caption: 'Hóa đơn' },
    });
    expect(await foundBy('hoa don', user.id)).toEqual([]);
  });

  test('an image that another message uses stays until that one is deleted too', async () => {
    const { admin, user } = await start();
    const bytes = await pngOf();
    const [first, second] = [await sendImage(user.id, bytes), await sendImage(user.id, bytes)];
    await remove(admin, first._id);
    await eventsOf(user);
    expect(await app.filesOf(user.id)).toHaveLength(2);
    await remove(admin, second._id);
    await expect.poll(() => app.filesOf(user.id)).toEqual([]);
  });

  test('a resend of its upload returns the deleted message', async () => {
    const { admin, user } = await start();
    const tempId = newTempId();
    const bytes = await pngOf();
    const { _id } = (await app.sendOne(user.id, bytes, { tempId })).json().data;
    await remove(admin, _id);
    const again = await app.sendOne(user.id, bytes, { tempId });
    expect(again.json().data).toMatchObject({ _id, deletedAt: expect.any(String) });
    await expect.poll(() => app.filesOf(user.id)).toEqual([]);
  });
});
