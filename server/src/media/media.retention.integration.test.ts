import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createS3ImageStore } from '../lib/images/s3-image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { type ImageApp, openImageApp } from '../testing/chat-images.ts';
import { insertNotification, insertPost, insertReport, insertTravelPost, insertUser } from '../testing/factories.ts';
import { type S3Server, startS3Server } from '../testing/s3/s3-server.ts';
import { pngOf } from '../testing/test-images.ts';
import { createMediaRetention, UNUSED_KEPT_MS, UNUSED_NOTED_AFTER_MS } from './media.retention.service.ts';
import { mediaRetentionStore } from './media.retention.store.ts';

const MINUTE_MS = 60_000;
const A_DAY_MS = UNUSED_NOTED_AFTER_MS + MINUTE_MS;
const lines: string[] = [];
const log = createLogger({ level: 'error', destination: { write: (line) => void lines.push(line) } });

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

/** What one side waits for until the other is there. */
function newStep() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  return { reached, reach };
}
const newName = () => `${createHash('sha256').update(randomUUID()).digest('hex')}.webp`;

describe.each(['the disk', 'S3'])('on %s', (where) => {
  let app: ImageApp;
  let images: ImageStore;
  beforeAll(async () => {
    const bucket = createS3ImageStore(s3.settings);
    app = await openImageApp(where === 'S3' ? { images: bucket } : {});
    images = where === 'S3' ? bucket : createDiskImageStore(app.mediaDir);
  });
  afterAll(() => app.close());
  // What is put gets the real time, whatever the clock of the test says.
  beforeEach(() => app.testApp.clock.set(new Date()));
  afterEach(async () => {
    await app.testApp.database.db.deleteFrom('unused_images').execute();
    for await (const page of images.list()) for (const { key } of page) await images.remove(key, new Date(8.64e15));
  });

  const run = () => app.testApp.services.mediaRetention.removeUnusedImages(new AbortController().signal, log);
  const keys = async () => {
    const found: string[] = [];
    for await (const page of images.list()) found.push(...page.map(({ key }) => key));
    return found.sort();
  };
  const noted = async () => {
    const rows = await app.testApp.database.db.selectFrom('unused_images').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  };
  /** Runs until whatever no row names is gone. */
  async function runForAWeek(): Promise<number> {
    app.testApp.clock.advance(A_DAY_MS);
    const early = await run();
    app.testApp.clock.advance(UNUSED_KEPT_MS);
    return early + (await run());
  }

  test('what a crash left between image and row goes: noted after a day, removed a week later', async () => {
    const user = await app.newUser();
    const left = [`chat/${user.id}/${newName()}`, `evidence/${newName()}`, newName()].sort();
    for (const key of left) await images.put(key, Buffer.from(key));
    expect([await run(), await noted()]).toEqual([0, []]);
    app.testApp.clock.advance(A_DAY_MS);
    expect([await run(), await noted()]).toEqual([0, left]);
    app.testApp.clock.advance(UNUSED_KEPT_MS - 2 * MINUTE_MS);
    expect([await run(), await keys()]).toEqual([0, left]);
    app.testApp.clock.advance(2 * MINUTE_MS);
    expect([await run(), await keys(), await noted()]).toEqual([3, [], []]);
  });

  test('what a row names stays, whichever row it is', async () => {
    const { db } = app.testApp.database;
    const names = Array.from({ length: 8 }, newName);
    const [avatar, post, travel, sender, message, inEvidence, evidence, far] = names.map((name) => `/media/${name}`);
    const author = await insertUser(db, { avatar_url: `${avatar}` });
    await insertPost(db, author.id, { image_urls: ['https://elsewhere.example/a.webp', `${post}`] });
    await insertTravelPost(db, author.id, { image_urls: [`https://cdn.example${far}`, `${travel}`] });
    await insertNotification(db, app.testApp.admin.id, { sender_avatar_url: `${sender}` });
    const content = {
      itemType: 'Post',
      post: { images: [`${inEvidence}`, evidence?.replace('media', 'media/evidence')] },
    };
    await db
      .insertInto('report_snapshots')
      .values({ id: 'a'.repeat(64), content: JSON.stringify(content), created_at: new Date() })
      .execute();
    await insertReport(db, { itemType: 'Post', itemId: 'p' }, { snapshot_id: 'a'.repeat(64) });
    const answer = await app.sendOne(author.id, await pngOf());
    expect(answer.statusCode).toBe(200);
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
    expect(before).toHaveLength(10);
    expect([await runForAWeek(), await keys()]).toEqual([0, before]);
  });

  test('what is put anew or named while it was noted stays', async () => {
    const { db } = app.testApp.database;
    const [again, named] = [newName(), newName()];
    for (const name of [again, named]) await images.put(name, Buffer.from('x'));
    app.testApp.clock.advance(A_DAY_MS);
    await run();
    expect(await noted()).toHaveLength(2);
    await insertUser(db, { avatar_url: `/media/${named}` });
    // As if noted before it was put: the store's own time cannot be set.
    await db
      .updateTable('unused_images')
      .set({ detected_at: new Date(Date.now() - 2 * UNUSED_KEPT_MS) })
      .execute();
    expect([await run(), await keys(), await noted()]).toEqual([0, [again, named].sort(), []]);
  });

  test('two servers at once remove each once, and one that ended midway leaves the rest to the other', async () => {
    const { db } = app.testApp.database;
    const left = Array.from({ length: 40 }, newName);
    for (const name of left) await images.put(name, Buffer.from('x'));
    app.testApp.clock.advance(A_DAY_MS);
    await Promise.all([run(), run()]);
    app.testApp.clock.advance(UNUSED_KEPT_MS);
    // A server takes some, and is killed.
    expect(await mediaRetentionStore.claim(db, app.testApp.clock.now(), 5)).toHaveLength(5);
    const counts = await Promise.all([run(), run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(35);
    await sql`update unused_images set purging_at = purging_at - interval '5 minutes'`.execute(db);
    expect([await run(), await keys()]).toEqual([5, []]);
    // What one noted while the other was removing it is forgotten in its turn.
    app.testApp.clock.advance(UNUSED_KEPT_MS);
    expect([await run(), await noted()]).toEqual([0, []]);
  });

  test('no put succeeds for an image that is being removed', async () => {
    const { database, services, clock } = app.testApp;
    const guarded = services.mediaRetention.guard(images);
    const name = newName();
    await images.put(name, Buffer.from('x'));
    clock.advance(A_DAY_MS);
    await run();
    clock.advance(UNUSED_KEPT_MS);
    await mediaRetentionStore.claim(database.db, clock.now(), 1);
    // Also where the clock of the one who stores is ahead.
    clock.advance(120 * MINUTE_MS);
    await expect(guarded.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await mediaRetentionStore.forget(database.db, [name]);
    await guarded.put(name, Buffer.from('x'));
    expect(await guarded.has(name)).toBe(true);
  });

  test('nor when it is removed, and its removal over, while it is being stored', async () => {
    const { database, clock } = app.testApp;
    const name = newName();
    await images.put(name, Buffer.from('x'));
    clock.advance(A_DAY_MS);
    await run();
    clock.advance(UNUSED_KEPT_MS);
    const [lookedAt, put, removed] = [newStep(), newStep(), newStep()];
    // One server has seen how old it is when the other begins, and the other learns late that it is stored.
    const remove: ImageStore['remove'] = async (key) => {
      lookedAt.reach();
      await put.reached;
      return images.remove(key, new Date(8.64e15));
    };
    const storing: ImageStore['put'] = async (key, bytes) => {
      await images.put(key, bytes);
      put.reach();
      await removed.reached;
    };
    const needs = { db: database.db, clock, chatFolderOf: imageFolder };
    const removing = createMediaRetention({ ...needs, images: { ...images, remove } });
    const removal = removing.removeUnusedImages(new AbortController().signal, log);
    await lookedAt.reached;
    const outcome = removing
      .guard({ ...images, put: storing })
      .put(name, Buffer.from('x'))
      .catch(({ code }: { code?: string }) => code);
    await Promise.race([put.reached, outcome]);
    put.reach();
    await removal;
    removed.reach();
    expect([await outcome, await images.has(name)]).toEqual(['SERVICE_UNAVAILABLE', false]);
  });
});

describe('on the disk', () => {
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
  const run = () => app.testApp.services.mediaRetention.removeUnusedImages(new AbortController().signal, log);

  test('what is not this server’s own stays, and half-written files go after a day', async () => {
    const images = createDiskImageStore(app.mediaDir);
    await images.put(newName(), Buffer.from('x'));
    const [old, young] = [`${newName()}.${randomUUID()}.part`, `${newName()}.${randomUUID()}.part`];
    const longAgo = new Date(Date.now() - 10 * UNUSED_KEPT_MS);
    for (const name of [old, young, 'notes.txt', 'logo.webp']) {
      await writeFile(path.join(app.mediaDir, name), 'x');
      if (name !== young) await utimes(path.join(app.mediaDir, name), longAgo, longAgo);
    }
    expect(await run()).toBe(1);
    expect(await readdir(app.mediaDir)).toEqual(expect.arrayContaining(['notes.txt', 'logo.webp', young]));
    app.testApp.clock.advance(A_DAY_MS);
    await run();
    app.testApp.clock.advance(UNUSED_KEPT_MS);
    await run();
    expect((await readdir(app.mediaDir)).sort()).toEqual(['logo.webp', 'notes.txt']);
  });

  test('an old image that is put again is as young as a new one', async () => {
    const images = createDiskImageStore(app.mediaDir);
    const name = newName();
    const longAgo = new Date(Date.now() - 10 * UNUSED_KEPT_MS);
    await images.put(name, Buffer.from('x'));
    await utimes(path.join(app.mediaDir, name), longAgo, longAgo);
    await images.put(name, Buffer.from('x'));
    await run();
    expect(await app.testApp.database.db.selectFrom('unused_images').selectAll().execute()).toEqual([]);
  });

  test('with the wrong database nothing is removed, and it is said, whatever else lies there', async () => {
    const images = createDiskImageStore(app.mediaDir);
    const names = Array.from({ length: 120 }, (_, index) => [newName(), `logo-${index}.webp`]).flat();
    await Promise.all(names.map((name) => images.put(name, Buffer.from('x'))));
    app.testApp.clock.advance(A_DAY_MS);
    await run();
    app.testApp.clock.advance(UNUSED_KEPT_MS);
    expect(await run()).toBe(0);
    expect(await readdir(app.mediaDir)).toHaveLength(240);
    expect(lines.join()).toContain('wrong database?');
  });
});
