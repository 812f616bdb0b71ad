import { ADMIN_IMAGE_PAYLOAD_MAX_BYTES, IMAGE_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { eventsOf, type Member, newTempId, openAdmin, openUser, sendText } from '../../testing/chat-members.ts';
import { ask, createSocketOpener, listen, untilClosed } from '../../testing/socket-client.ts';
import { noisyPng, pngOf } from '../../testing/test-images.ts';

const PAYLOAD_MAX_BYTES = 64 * 1024;

let app: ImageApp;
let url: string;
let image: Buffer;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  app = await openImageApp();
  url = await listen(app.testApp.app);
  image = await pngOf();
});
afterEach(() => sockets.closeAll());
afterAll(() => app.close());

const gather = async () => ({
  admin: await openAdmin(app.testApp, sockets),
  otherAdmin: await openAdmin(app.testApp, sockets),
  user: await openUser(app.testApp, sockets),
});
const ACK_TIMEOUT_MS = 30_000;
const send = (member: Member, payload: Record<string, unknown>): Promise<Record<string, unknown>> =>
  member.socket.timeout(ACK_TIMEOUT_MS).emitWithAck('admin_send_image', payload);
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

test.each<[string, (bytes: Buffer) => unknown]>([
  ['bytes', (bytes) => bytes],
  ['a data URL', dataUrl],
])('socket: an image sent as %s is published like a text', async (_how, pack) => {
  const { admin, otherAdmin, user } = await gather();
  const tempId = newTempId();
  const payload = { userId: user.id, image: pack(image), adminId: admin.id, tempId, caption: 'Biển' };
  const { message } = (await send(admin, payload)) as { message: Record<string, unknown> };
  expect(message).toMatchObject({ type: 'image', tempId, caption: 'Biển', image: { width: 60, height: 40 }, seq: 1 });
  const { tempId: _own, ...published } = message;
  const summary = { messageId: message['_id'], type: 'image', content: message['content'], userId: user.id };
  const state = ['conversation_state_changed', { userId: user.id, assignee: { _id: admin.id } }];
  expect(await eventsOf(admin)).toMatchObject([['message_sent', message], state, ['conversation_updated', summary]]);
  const received = [
    ['receive_message', published],
    ['conversation_updated', summary],
  ];
  expect(await eventsOf(otherAdmin)).toMatchObject([received[0], state, received[1]]);
  expect(await eventsOf(user)).toMatchObject(received);
  // Again: the same message, although sent in another form.
  expect(await send(admin, { ...payload, image: image })).toEqual({ message });
  expect(await app.messagesOf(user.id)).toHaveLength(1);
});

test('socket: an image of 9 MB is accepted as bytes, one of 8 MB as a data URL', { timeout: 60_000 }, async () => {
  const { admin, user } = await gather();
  const large = await noisyPng(1_780);
  expect(large.length).toBeGreaterThan(9 * 1024 * 1024);
  const eight = await noisyPng(1_680);
  expect(eight.length).toBeGreaterThan(8 * 1024 * 1024);
  for (const [image, width] of [
    [large, 1_780],
    [dataUrl(eight), 1_680],
  ] as const) {
    const response = await send(admin, { userId: user.id, image, tempId: newTempId() });
    expect(response).toMatchObject({ message: { image: { width } } });
  }
});

describe('socket: an error', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['an SVG', { image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 'IMAGE_UNSUPPORTED'],
    ['an SVG as a data URL', { image: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'IMAGE_UNSUPPORTED'],
    ['a data URL that is not in base64', { image: 'data:image/svg+xml,<svg/>' }, 'IMAGE_UNSUPPORTED'],
    ['an address', { image: 'https://example.test/a.png' }, 'VALIDATION_FAILED'],
    ['nothing', { image: Buffer.alloc(0) }, 'IMAGE_UNSUPPORTED'],
    ['no image', { image: undefined }, 'VALIDATION_FAILED'],
    ['a list', { image: [1, 2, 3] }, 'VALIDATION_FAILED'],
    ['over 10 MB', { image: Buffer.alloc(IMAGE_MAX_BYTES + 1) }, 'IMAGE_TOO_LARGE'],
    ['nobody', { userId: 'khong-co' }, 'CHAT_USER_NOT_FOUND'],
    ['somebody else’s name', { adminId: 'somebody' }, 'IDENTITY_MISMATCH'],
    ['no key', { tempId: '' }, 'VALIDATION_FAILED'],
  ])('for %s is acknowledged, and stores nothing', async (_what, wrong, code) => {
    const { admin, user } = await gather();
    const payload = { userId: user.id, image: image, tempId: 'k', ...wrong };
    expect(await send(admin, payload)).toMatchObject({ code, error: expect.any(String) });
    admin.socket.emit('admin_send_image', { ...payload, tempId: wrong['tempId'] ?? 'k2' });
    await expect.poll(() => admin.received).toMatchObject([['message_error', { error: expect.any(String) }]]);
    expect(await app.messagesOf(user.id)).toEqual([]);
    expect(await app.filesOf(user.id)).toEqual([]);
  });

  test('for an app user', async () => {
    const { user } = await gather();
    expect(await send(user, { userId: user.id, image: image, tempId: 'k' })).toMatchObject({ code: 'ADMIN_ONLY' });
  });
});

describe('socket: a client that sends too much is disconnected before its message is parsed:', () => {
  const small = PAYLOAD_MAX_BYTES - 200;

  test('an administrator, with anything but an image', async () => {
    const { user } = await gather();
    for (const [name, payload] of [
      ['admin_message', { userId: user.id, text: 'x'.repeat(PAYLOAD_MAX_BYTES), tempId: 'k' }],
      ['admin_send_images', 'x'.repeat(PAYLOAD_MAX_BYTES)],
      ['admin_message', { userId: user.id, text: Buffer.alloc(PAYLOAD_MAX_BYTES + 1), tempId: 'k' }],
    ] as const) {
      const admin = await openAdmin(app.testApp, sockets);
      expect(await ask(admin.socket, name, 'x'.repeat(small))).toMatchObject({ code: expect.any(String) });
      const closed = untilClosed(admin.socket);
      admin.socket.emit(name, payload);
      await closed;
    }
  });

  test('an administrator, with more than 12 MB', async () => {
    const { admin, user } = await gather();
    const closed = untilClosed(admin.socket);
    const image = Buffer.alloc(ADMIN_IMAGE_PAYLOAD_MAX_BYTES + 1);
    admin.socket.emit('admin_send_image', { userId: user.id, image, tempId: 'k' });
    await closed;
  });

  test('an app user, with an image', async () => {
    const { user } = await gather();
    const closed = untilClosed(user.socket);
    user.socket.emit('admin_send_image', { userId: user.id, image: Buffer.alloc(PAYLOAD_MAX_BYTES + 1), tempId: 'k' });
    await closed;
  });

  test('but no other client is', async () => {
    const { admin, user } = await gather();
    await send(admin, { userId: user.id, image: image, tempId: newTempId() });
    const { seq } = await sendText(admin, 'x'.repeat(4_000), user);
    expect(seq).toBe(2);
  });
});
