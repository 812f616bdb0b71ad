import { errorMessages } from '@hai-dang/contract/errors.ts';
import { socketErrors } from '@hai-dang/contract/lib/socket.errors.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { openAdmin, openMember, openUser } from '../../testing/chat-members.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';
import { pngOf } from '../../testing/test-images.ts';

const CONFIRMATION_TIMEOUT_MS = 3_000;

let app: ImageApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  app = await openImageApp();
  url = await listen(app.testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => app.close());

type Confirmation = Record<string, unknown>;

/**
 * Sends as a legacy panel does: it ignores the acknowledgement and waits for the event named after its key.
 * @returns all such events until the acknowledgement of a later call
 */
async function sendAsLegacyPanel(
  socket: Socket,
  name: string,
  payload: { tempId: string | number },
): Promise<Confirmation> {
  const confirmedAs = `${name === 'admin_message' ? 'message_sent' : 'image_sent'}_${payload.tempId}`;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${confirmedAs}`)), CONFIRMATION_TIMEOUT_MS);
    socket.once(confirmedAs, (confirmation: Confirmation) => {
      clearTimeout(timer);
      resolve(confirmation);
    });
    socket.emit(name, payload, () => undefined);
  });
}

const open = async () => ({
  admin: await openAdmin(app.testApp, sockets),
  user: await openUser(app.testApp, sockets),
});

describe('legacy panel', () => {
  test('admin_message: message_sent_{tempId} confirms the stored message, and a repeat confirms the same one', async () => {
    const { admin, user } = await open();
    const payload = { userId: user.id, text: 'Chào bạn', type: 'text', adminId: admin.id, tempId: 'temp_1732_0.81' };
    const first = await sendAsLegacyPanel(admin.socket, 'admin_message', payload);
    const [stored] = await app.messagesOf(user.id);
    expect(first).toEqual({
      status: 'sent',
      messageId: stored?.id,
      tempId: 'temp_1732_0.81',
      timestamp: stored?.created_at.toISOString(),
    });
    expect(await sendAsLegacyPanel(admin.socket, 'admin_message', payload)).toEqual(first);
    expect(await app.messagesOf(user.id)).toHaveLength(1);
  });

  test('admin_send_image: image_sent_{tempId} confirms the stored image', async () => {
    const { admin, user } = await open();
    const payload = { userId: user.id, image: await pngOf(), adminId: admin.id, tempId: 'k' };
    const confirmation = await sendAsLegacyPanel(admin.socket, 'admin_send_image', payload);
    const [stored] = await app.messagesOf(user.id);
    expect(confirmation).toMatchObject({ status: 'sent', messageId: stored?.id, tempId: 'k' });
    const rejected = { ...payload, image: Buffer.from('<svg/>'), tempId: 'k2' };
    expect(await sendAsLegacyPanel(admin.socket, 'admin_send_image', rejected)).toEqual({
      error: errorMessages.IMAGE_UNSUPPORTED,
    });
  });

  test('admin_message, admin_send_image and send_message with a number as tempId: its decimal text is the key', async () => {
    const { admin, user } = await open();
    const text = { userId: user.id, text: 'x', type: 'text', adminId: admin.id, tempId: 1_732_262_400_123 };
    const image = { userId: user.id, image: await pngOf(), adminId: admin.id, tempId: 1_732_262_400_123.5 };
    for (const [name, payload] of [
      ['admin_message', text],
      ['admin_send_image', image],
    ] as const) {
      const first = await sendAsLegacyPanel(admin.socket, name, payload);
      expect(first).toMatchObject({ status: 'sent', tempId: String(payload.tempId) });
      expect(await sendAsLegacyPanel(admin.socket, name, payload)).toEqual(first);
    }
    const wrong = { ...text, text: ' ', tempId: 3 };
    expect(await sendAsLegacyPanel(admin.socket, 'admin_message', wrong)).toEqual({
      error: 'Tin nhắn không được để trống',
    });
    const reply = await ask(user.socket, 'send_message', { content: 'y', type: 'text', tempId: 7 });
    expect(reply).toMatchObject({ message: { content: 'y', tempId: '7' } });
    const stored = await app.messagesOf(user.id);
    expect(stored.map(({ client_key }) => client_key)).toEqual(['1732262400123', '1732262400123.5', '7']);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a blank text', { text: ' ' }, 'Tin nhắn không được để trống'],
    ['an unknown user', { userId: 'khong-co' }, errorMessages.CHAT_USER_NOT_FOUND],
    ['another administrator’s id', { adminId: 'somebody' }, socketErrors.IDENTITY_MISMATCH],
  ])('admin_message with %s: message_sent_{tempId} carries the error', async (_what, wrong, error) => {
    const { admin, user } = await open();
    const payload = { userId: user.id, text: 'x', adminId: admin.id, tempId: 'k', ...wrong };
    expect(await sendAsLegacyPanel(admin.socket, 'admin_message', payload)).toEqual({ error });
  });

  test('message_sent_{tempId} is emitted to the sending socket alone; message_sent carries the status to all of them', async () => {
    const { admin, user } = await open();
    const otherTab = await openMember(app.testApp, sockets, { id: admin.id, role: 'admin' });
    const names: string[] = [];
    for (const { socket } of [otherTab, user]) socket.onAny((name: string) => names.push(name));
    const payload = { userId: user.id, text: 'x', adminId: admin.id, tempId: 'k' };
    const confirmation = await sendAsLegacyPanel(admin.socket, 'admin_message', payload);
    await expect.poll(() => otherTab.received).toContainEqual(['message_sent', expect.objectContaining(confirmation)]);
    await expect.poll(() => names).toContain('receive_message');
    expect(names.filter((name) => name.startsWith('message_sent_'))).toEqual([]);
  });

  test.each([
    ['a line break', 'a\nb'],
    ['65 characters', 'x'.repeat(65)],
    ['letters beyond ASCII', 'khóa'],
  ])('a tempId with %s is not used in an event name', async (_what, tempId) => {
    const { admin, user } = await open();
    const names: string[] = [];
    admin.socket.onAny((name: string) => names.push(name));
    const payload = { userId: user.id, text: 'x', adminId: admin.id, tempId };
    expect(await admin.socket.timeout(CONFIRMATION_TIMEOUT_MS).emitWithAck('admin_message', payload)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await admin.socket.timeout(CONFIRMATION_TIMEOUT_MS).emitWithAck('no_such_event')).toBeDefined();
    // The user's online event may be published meanwhile.
    expect(names.filter((name) => name !== 'user_status_changed' && name !== 'onlineUsers')).toEqual([]);
  });
});
