import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ChatMessage, chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { buildTestApp } from './build-test-app.ts';
import { newTempId } from './chat-members.ts';
import { insertSession, insertUser } from './factories.ts';
import { uploadOf } from './multipart.ts';

interface Sending {
  tempId?: string;
  caption?: string;
  token?: string;
}

/** The application with its own image folder, and functions that send images. Close it in `afterAll`. */
export async function openImageApp(options: Parameters<typeof buildTestApp>[0] = {}) {
  const mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-images-'));
  const testApp = await buildTestApp({ mediaDir, ...options });
  const { db } = testApp.database;

  /** POSTs one image as the administrator. */
  function sendOne(userId: string, bytes: Buffer, { tempId = newTempId(), caption, token }: Sending = {}) {
    const fields = { tempId, ...(caption === undefined ? {} : { caption }) };
    const call = { ...uploadOf(fields, 'image', [bytes]), ...(token === undefined ? {} : { token }) };
    return testApp.send('POST', `/api/admin/chat/send-image/${userId}`, call);
  }

  return {
    testApp,
    mediaDir,
    sendOne,
    newUser: () => insertUser(db),
    /** @returns the token */
    sessionOf: (id: string) => insertSession(db, id, testApp.clock.now()),

    /** POSTs several images as the administrator, with the caption 'Ba tấm'. */
    sendSeveral(userId: string, files: readonly Buffer[], tempId = newTempId()) {
      const upload = uploadOf({ tempId, caption: 'Ba tấm' }, 'images', files);
      return testApp.send('POST', `/api/admin/chat/send-multiple-images/${userId}`, upload);
    },

    /** Sends one image to a new user and loads it. @throws if it is rejected */
    async sendAndRead(bytes: Buffer) {
      const user = await insertUser(db);
      const response = await sendOne(user.id, bytes);
      if (response.statusCode !== 200) throw new Error(response.body);
      const message: ChatMessage = chatMessageSchema.parse(response.json().data);
      const full = await testApp.send('GET', message.content);
      const preview = await testApp.send('GET', message.image?.preview ?? '');
      return { user, message, full: full.rawPayload, preview: preview.rawPayload };
    },

    /** The names of a user's files on the disk. */
    async filesOf(userId: string): Promise<string[]> {
      const names = await readdir(path.join(mediaDir, 'chat', userId)).catch(() => []);
      return names.sort();
    },

    messagesOf: (userId: string) =>
      db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('seq').execute(),

    async close(): Promise<void> {
      await testApp.close();
      await rm(mediaDir, { recursive: true, force: true });
    },
  };
}
export type ImageApp = Awaited<ReturnType<typeof openImageApp>>;
