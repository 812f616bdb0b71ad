import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createS3ImageStore } from '../lib/images/s3-image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { type ImageApp, openImageApp } from '../testing/chat-images.ts';
import {
  insertAnnouncement,
  insertNotification,
  insertPost,
  insertReport,
  insertTravelPost,
  insertUser,
} from '../testing/factories.ts';
import { type S3Server, startS3Server } from '../testing/s3/s3-server.ts';
import { pngOf } from '../testing/test-images.ts';
import { createMediaRetention, UNUSED_GRACE_MS, UNUSED_RETENTION_MS } from './media.retention.service.ts';
import { mediaRetentionStore } from './media.retention.store.ts';

const A_DAY_MS = UNUSED_GRACE_MS + MINUTE_MS;
const lines: string[] = [];
const log = createLogger({ level: 'error', destination: { write: (line) => void lines.push(line) } });

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

/** A promise on which one server waits for the other. */
function newStep() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  return { reached, reach };
}
const newName = () => `${createHash('sha256').update(randomUUID()).digest('hex')}.webp`;

describe.each(['the disk', 'S3'])('image retention %s', (where) => {
  let app: ImageApp;
  let images: ImageStore;
  beforeAll(async () => {
    const bucket = createS3ImageStore(s3.settings);
    app = await openImageApp(where === 'S3' ? { images: bucket } : {});
    images = where === 'S3' ? bucket : createDiskImageStore(app.mediaDir);
  });
  afterAll(() => app.close());
  // Stored images get the real time, whatever the test clock is.
  beforeEach(() => app.testApp.clock.set(new Date()));
  afterEach(async () => {
    await app.testApp.database.db.deleteFrom('unused_images').execute();
    for await (const page of images.list()) for (const { key } of page) await images.delete(key, new Date(8.64e15));
  });

  const run = () => app.testApp.services.mediaRetention.purgeUnusedImages(new AbortController().signal, log);
  const keys = async () => {
    const found: string[] = [];
    for await (const page of images.list()) found.push(...page.map(({ key }) => key));
    return found.sort();
  };
  const noted = async () => {
    const rows = await app.testApp.database.db.selectFrom('unused_images').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  };
  /** Runs until all images without a row are purged. */
  async function runForAWeek(): Promise<number> {
    app.testApp.clock.advance(A_DAY_MS);
    const early = await run();
    app.testApp.clock.advance(UNUSED_RETENTION_MS);
    return early + (await run());
  }

  test('purges images without a row, such as after a crash: noted after a day, deleted a week later', async () => {
    const user = await app.newUser();
    const left = [`chat/${user.id}/${newName()}`, `evidence/${newName()}`, newName()].sort();
    for (const key of left) await images.put(key, Buffer.from(key));
    expect([await run(), await noted()]).toEqual([0, []]);
    app.testApp.clock.advance(A_DAY_MS);
    expect([await run(), await noted()]).toEqual([0, left]);
    app.testApp.clock.advance(UNUSED_RETENTION_MS - 2 * MINUTE_MS);
    expect([await run(), await keys()]).toEqual([0, left]);
    app.testApp.clock.advance(2 * MINUTE_MS);
    expect([await run(), await keys(), await noted()]).toEqual([3, [], []]);
  });

  test('keeps an image that a row names, of any table', async () => {
    const { db } = app.testApp.database;
    const names = Array.from({ length: 9 }, newName);
    const [avatar, post, travel, sender, message, inEvidence, evidence, far, announced] = names.map(
      (name) => `/media/${name}`,
    );
    const author = await insertUser(db, { avatar_url: `${avatar}` });
    await insertPost(db, author.id, { image_urls: ['https://elsewhere.example/a.webp', `${post}`] });
    await insertTravelPost(db, author.id, { image_urls: [`https://cdn.example${far}`, `${travel}`] });
    await insertNotification(db, app.testApp.admin.id, { sender_avatar_url: `${sender}` });
    await insertAnnouncement(db, { sender_avatar_url: `${announced}` });
    const content = {
      itemType: 'Post',
      post: { images: [`${inEvidence}`, evidence?.replace('media', 'media/evidence')] },
    };
    await db
      .insertInto('report_snapshots')
      .values({ id: 'a'.repeat(64), content: JSON.stringify(content), created_at: new Date() })
      .execute();
    await insertReport(db, { itemType: 'Post', itemId: 'p' }, { snapshot_id: 'a'.repeat(64) });
    const response = await app.sendOne(author.id, await pngOf());
    expect(response.statusCode).toBe(200);
    await db
      .insertInto('messages')
      .values({
        id: randomUUID(),
        user_id: author.id,
        seq: 2,
        sender_id: author.id,
        is_from_admin: false,
        type: 'image',
        content: `${message}`,
        client_key: randomUUID(),
        created_at: new Date(),
      })
      .execute();
    for (const [index, name] of names.entries())
      await images.put(index === 6 ? `evidence/${name}` : name, Buffer.from('x'));
    const before = await keys();
    expect(before).toHaveLength(11);
    expect([await runForAWeek(), await keys()]).toEqual([0, before]);
  });

  test('keeps an image that was stored again or named by a row after it was noted', async () => {
    const { db } = app.testApp.database;
    const [again, named] = [newName(), newName()];
    for (const name of [again, named]) await images.put(name, Buffer.from('x'));
    app.testApp.clock.advance(A_DAY_MS);
    await run();
    expect(await noted()).toHaveLength(2);
    await insertUser(db, { avatar_url: `/media/${named}` });
    // The image counts as noted before it was stored: the store's own time cannot be set.
    await db
      .updateTable('unused_images')
      .set({ detected_at: new Date(Date.now() - 2 * UNUSED_RETENTION_MS) })
      .execute();
    expect([await run(), await keys(), await noted()]).toEqual([0, [again, named].sort(), []]);
  });

  test('two servers at once delete each image once, and the rest of an aborted run is done by the other', async () => {
    const { db } = app.testApp.database;
    const left = Array.from({ length: 40 }, newName);
    for (const name of left) await images.put(name, Buffer.from('x'));
    app.testApp.clock.advance(A_DAY_MS);
    await Promise.all([run(), run()]);
    app.testApp.clock.advance(UNUSED_RETENTION_MS);
    // A server takes some, and is killed.
    expect(await mediaRetentionStore.claim(db, app.testApp.clock.now(), 5)).toHaveLength(5);
    const counts = await Promise.all([run(), run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(35);
    await sql`update unused_images set purging_at = purging_at - interval '5 minutes'`.execute(db);
    expect([await run(), await keys()]).toEqual([5, []]);
    // Notes of images that the other server was deleting are removed in a later run.
    app.testApp.clock.advance(UNUSED_RETENTION_MS);
    expect([await run(), await noted()]).toEqual([0, []]);
  });

  test('no put succeeds for an image that is being purged', async () => {
    const { database, services, clock } = app.testApp;
    const guarded = services.mediaRetention.withPurgeGuard(images);
    const name = newName();
    await images.put(name, Buffer.from('x'));
    clock.advance(A_DAY_MS);
    await run();
    clock.advance(UNUSED_RETENTION_MS);
    await mediaRetentionStore.claim(database.db, clock.now(), 1);
    // The clock of the server that stores it may be ahead.
    clock.advance(120 * MINUTE_MS);
    await expect(guarded.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await mediaRetentionStore.unmark(database.db, [name]);
    await guarded.put(name, Buffer.from('x'));
    expect(await guarded.has(name)).toBe(true);
  });

  test('no put succeeds for an image whose purge starts and finishes during the put', async () => {
    const { database, clock } = app.testApp;
    const name = newName();
    await images.put(name, Buffer.from('x'));
    clock.advance(A_DAY_MS);
    await run();
    clock.advance(UNUSED_RETENTION_MS);
    const [lookedAt, put, removed] = [newStep(), newStep(), newStep()];
    // One server has read the age before the other starts, and the other sees late that it is stored.
    const deleteSlowly: ImageStore['delete'] = async (key) => {
      lookedAt.reach();
      await put.reached;
      return images.delete(key, new Date(8.64e15));
    };
    const storing: ImageStore['put'] = async (key, bytes) => {
      await images.put(key, bytes);
      put.reach();
      await removed.reached;
    };
    const options = { db: database.db, clock, chatFolderOf: imageFolder };
    const removing = createMediaRetention({ ...options, images: { ...images, delete: deleteSlowly } });
    const removal = removing.purgeUnusedImages(new AbortController().signal, log);
    await lookedAt.reached;
    const outcome = removing
      .withPurgeGuard({ ...images, put: storing })
      .put(name, Buffer.from('x'))
      .catch(({ code }: { code?: string }) => code);
    await Promise.race([put.reached, outcome]);
    put.reach();
    await removal;
    removed.reach();
    expect([await outcome, await images.has(name)]).toEqual(['SERVICE_UNAVAILABLE', false]);
  });
});

describe('image retention on the disk', () => {
  let app: ImageApp;
  beforeAll(async () => {
    app = await openImageApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.testApp.clock.set(new Date());
    await app.testApp.database.db.deleteFrom('unused_images').execute();
    for (const name of await readdir(app.mediaDir)) await rm(path.join(app.mediaDir, name), { recursive: true });
  });
  const run = () => app.testApp.services.mediaRetention.purgeUnusedImages(new AbortController().signal, log);

  test('foreign files stay, and partial files are deleted after a day', async () => {
    const images = createDiskImageStore(app.mediaDir);
    await images.put(newName(), Buffer.from('x'));
    const [old, young] = [`${newName()}.${randomUUID()}.part`, `${newName()}.${randomUUID()}.part`];
    const longAgo = new Date(Date.now() - 10 * UNUSED_RETENTION_MS);
    for (const name of [old, young, 'notes.txt', 'logo.webp']) {
      await writeFile(path.join(app.mediaDir, name), 'x');
      if (name !== young) await utimes(path.join(app.mediaDir, name), longAgo, longAgo);
    }
    expect(await run()).toBe(1);
    expect(await readdir(app.mediaDir)).toEqual(expect.arrayContaining(['notes.txt', 'logo.webp', young]));
    app.testApp.clock.advance(A_DAY_MS);
    await run();
    app.testApp.clock.advance(UNUSED_RETENTION_MS);
    await run();
    expect((await readdir(app.mediaDir)).sort()).toEqual(['logo.webp', 'notes.txt']);
  });

  test('an old image that is stored again has the age of a new one', async () => {
    const images = createDiskImageStore(app.mediaDir);
    const name = newName();
    const longAgo = new Date(Date.now() - 10 * UNUSED_RETENTION_MS);
    await images.put(name, Buffer.from('x'));
    await utimes(path.join(app.mediaDir, name), longAgo, longAgo);
    await images.put(name, Buffer.from('x'));
    await run();
    expect(await app.testApp.database.db.selectFrom('unused_images').selectAll().execute()).toEqual([]);
  });

  test('with the wrong database nothing is purged and an error is logged', async () => {
    const images = createDiskImageStore(app.mediaDir);
    const names = Array.from({ length: 120 }, (_, index) => [newName(), `logo-${index}.webp`]).flat();
    await Promise.all(names.map((name) => images.put(name, Buffer.from('x'))));
    app.testApp.clock.advance(A_DAY_MS);
    await run();
    app.testApp.clock.advance(UNUSED_RETENTION_MS);
    expect(await run()).toBe(0);
    expect(await readdir(app.mediaDir)).toHaveLength(240);
    expect(lines.join()).toContain('wrong database?');
  });
});
