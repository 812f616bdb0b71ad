import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../lib/context.ts';
import { createS3ImageStore } from '../../lib/images/s3-image-store.ts';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { type S3Server, startS3Server } from '../../testing/s3/s3-server.ts';
import { pngOf } from '../../testing/test-images.ts';
import { chatImagesStore } from './chat-images.store.ts';
import { deleteImagesOf, drainImageDeletions } from './delete-images.ts';
import { sendImagesAsAdmin } from './send-image.ts';

const AGAIN_AFTER_MS = 10 * 60_000;
const deleteUser = ({ testApp }: ImageApp, id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);
const removalsOf = ({ testApp: { database } }: Pick<ImageApp, 'testApp'>) =>
  database.db.selectFrom('chat_image_purges').select('user_id').execute();

/** Runs what the job runs, ten minutes later. */
async function removeLater({ testApp }: ImageApp): Promise<void> {
  testApp.clock.advance(AGAIN_AFTER_MS);
  await drainImageDeletions(testApp.services.app);
}

describe('image purge on the disk', () => {
  let app: ImageApp;
  let image: Buffer;
  beforeEach(async () => {
    app = await openImageApp();
    image = await pngOf();
  });
  afterEach(() => app.close());

  test("deletes the images of the account, and no other account's", async () => {
    const [user, neighbour] = [await app.newUser(), await app.newUser()];
    for (const { id } of [user, neighbour]) await app.sendOne(id, image);
    expect((await deleteUser(app, user.id)).statusCode).toBe(200);
    await expect.poll(() => app.filesOf(user.id)).toEqual([]);
    expect(await app.filesOf(neighbour.id)).toHaveLength(2);
    await removeLater(app);
    expect(await removalsOf(app)).toEqual([]);
    expect(await app.filesOf(neighbour.id)).toHaveLength(2);
  });

  test("deletes nothing if the account's deletion is rolled back", async () => {
    const user = await app.newUser();
    await app.sendOne(user.id, image);
    const failing = inTransaction(app.testApp.services.app, async (ctx) => {
      await deleteImagesOf(ctx, user.id);
      throw new Error('aborted');
    });
    await expect(failing).rejects.toThrow('aborted');
    await removeLater(app);
    expect(await app.filesOf(user.id)).toHaveLength(2);
  });

  test('deletes the files of an upload in flight too', async () => {
    const user = await app.newUser();
    async function* whileDeleting() {
      yield image;
      await deleteUser(app, user.id);
    }
    const upload = sendImagesAsAdmin(
      app.testApp.services.app,
      { userId: user.id, tempId: newTempId() },
      whileDeleting(),
      app.testApp.admin,
    );
    await expect(upload).rejects.toMatchObject({ code: 'CHAT_USER_NOT_FOUND' });
    expect(await app.filesOf(user.id)).toHaveLength(2);
    await removeLater(app);
    expect(await app.filesOf(user.id)).toEqual([]);
  });

  test('sendImage: a disk that cannot be written leaves no message, and the next attempt succeeds', async () => {
    const user = await app.newUser();
    const inTheWay = path.join(app.mediaDir, 'chat');
    await writeFile(inTheWay, 'no folder');
    const tempId = newTempId();
    expect((await app.sendOne(user.id, image, { tempId })).statusCode).toBeGreaterThanOrEqual(500);
    expect(await app.messagesOf(user.id)).toEqual([]);
    await rm(inTheWay);
    expect((await app.sendOne(user.id, image, { tempId })).statusCode).toBe(200);
  });
});

test('drainImageDeletions: leftovers that are noted a second time meanwhile stay for the next run', async () => {
  const { testApp, close } = await openImageApp();
  const { database, clock } = testApp;
  const [first, second] = [clock.now(), new Date(clock.now().getTime() + 1)];
  for (const id of ['user-1', 'user-2']) await chatImagesStore.enqueueDeletion(database.db, id, first);
  await chatImagesStore.enqueueDeletion(database.db, 'user-1', second);
  expect((await chatImagesStore.findDueDeletions(database.db, first, 3)).map(({ userId }) => userId)).toEqual([
    'user-2',
  ]);
  await chatImagesStore.dequeueDeletion(database.db, { userId: 'user-1', since: first });
  expect(await removalsOf({ testApp })).toHaveLength(2);
  clock.advance(AGAIN_AFTER_MS + 1);
  await drainImageDeletions(testApp.services.app);
  expect(await removalsOf({ testApp })).toEqual([]);
  await close();
});

describe('image purge in S3', () => {
  let app: ImageApp;
  let s3: S3Server;
  let image: Buffer;
  beforeEach(async () => {
    s3 = await startS3Server();
    app = await openImageApp({ images: createS3ImageStore(s3.settings) });
    image = await pngOf();
  });
  afterEach(async () => {
    await app.close();
    await s3.close();
  });

  test('an image is stored, loaded, and purged with the account', async () => {
    const { user, message, full } = await app.sendAndRead(image);
    expect(full.subarray(0, 4).toString()).toBe('RIFF');
    expect(await app.filesOf(user.id)).toEqual([]);
    expect(await s3.countObjects()).toBe(2);
    await deleteUser(app, user.id);
    await expect.poll(() => s3.countObjects()).toBe(0);
    expect((await app.testApp.send('GET', message.content)).statusCode).toBe(404);
  });

  test('with the bucket unavailable: sending and loading answer 503, and succeed after it is back', async () => {
    const { message } = await app.sendAndRead(image);
    const user = await app.newUser();
    const tempId = newTempId();
    await s3.stop();
    for (const response of [
      await app.sendOne(user.id, image, { tempId }),
      await app.testApp.send('GET', message.content),
    ]) {
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await app.messagesOf(user.id)).toEqual([]);
    await s3.startAgain();
    expect((await app.sendOne(user.id, image, { tempId })).statusCode).toBe(200);
    expect((await app.testApp.send('GET', message.content)).statusCode).toBe(200);
  });

  test('with the bucket unavailable during a deletion: the images are purged when it is back', async () => {
    const { user } = await app.sendAndRead(image);
    await s3.stop();
    expect((await deleteUser(app, user.id)).statusCode).toBe(200);
    await expect(removeLater(app)).rejects.toThrow();
    expect(await removalsOf(app)).toEqual([{ user_id: user.id }]);
    await s3.startAgain();
    expect(await s3.countObjects()).toBe(2);
    await removeLater(app);
    expect(await s3.countObjects()).toBe(0);
    expect(await removalsOf(app)).toEqual([]);
  });
});
