import { randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Insertable } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillWithDemoData } from '../../app/demo-data.ts';
import { imageKey } from '../../chat/images/chat-images.keys.ts';
import type { Messages } from '../../lib/db/schema.generated.ts';
import { createS3ImageStore } from '../../lib/images/s3-image-store.ts';
import { createLogger } from '../../lib/logger.ts';
import { createBackupFolder, LEFT_OUT, rowsOf, withDatabase } from '../../testing/backups.ts';
import { expectCountersRight } from '../../testing/counters.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import { startS3Server } from '../../testing/s3/s3-server.ts';
import { insertSecondFactor } from '../../testing/second-factors.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Manifest } from './backup.manifest.ts';

const NOW = new Date('2026-11-21T03:00:00Z');
const clock = { now: () => NOW };
/** Characters that COPY escapes, and its own escape sequences. */
const AWKWARD = 'tab\there\nline\r\\. \\N "quoted" \\\\ Đặng 😅 \u0001';
/** An id from an older store that is not valid as a folder name. */
const OPAQUE_ID = 'cũ/../7';
const FACE = '0123abcd.webp';
const HASH = 'ab'.repeat(32);
const GONE_HASH = 'cd'.repeat(32);
/** The image of a message from an older store, with a URL like those of posts. */
const IMPORTED = 'abcdef00.webp';

let backups: Awaited<ReturnType<typeof createBackupFolder>>;
let folder: string;
let source: TestDatabase;
let backup: string;
let manifest: Manifest;

const filesOf = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();

async function insertChatImage(database: TestDatabase, userId: string, hash: string): Promise<void> {
  const name = `${hash}.webp`;
  await database.db.insertInto('conversations').values({ user_id: userId, last_seq: 1, unread_count: 1 }).execute();
  const image = {
    image_name: name,
    image_preview_name: name,
    image_width: 1,
    image_height: 1,
    image_source_hash: name,
  };
  await insertImage(database, userId, { seq: 1, content: '', ...image });
}

async function insertImage(
  { db }: TestDatabase,
  userId: string,
  fields: Pick<Insertable<Messages>, 'seq' | 'content'> & Partial<Insertable<Messages>>,
): Promise<void> {
  await db
    .insertInto('messages')
    .values({
      id: randomUUID(),
      user_id: userId,
      sender_id: userId,
      is_from_admin: false,
      type: 'image',
      client_key: randomUUID(),
      created_at: NOW,
      ...fields,
    })
    .execute();
}

beforeAll(async () => {
  backups = await createBackupFolder(clock);
  ({ folder } = backups);
  source = await createTestDatabase();
  const images = backups.storeOf('media');
  await fillWithDemoData({ database: source, images, clock, logger: createLogger({ level: 'warn' }) });
  const awkward = await insertUser(source.db, { id: OPAQUE_ID, bio: AWKWARD, avatar_url: '/media/gone-00000000.webp' });
  await insertSession(source.db, awkward.id, NOW);
  await insertSecondFactor(source.db, awkward.id, NOW, 2);
  const challenge = { challenge_hash: Buffer.from('waits for a code'), user_id: awkward.id, expires_at: NOW };
  await source.db.insertInto('login_challenges').values(challenge).execute();
  await insertChatImage(source, OPAQUE_ID, HASH);
  await images.put(imageKey(OPAQUE_ID, `${HASH}.webp`), Buffer.from('an image'));
  await images.put(IMPORTED, Buffer.from('an image of an older store'));
  await insertImage(source, OPAQUE_ID, { seq: 2, content: `/media/${IMPORTED}` });
  const gone = await insertUser(source.db);
  await insertChatImage(source, gone.id, GONE_HASH);
  await source.db.insertInto('notification_outbox').values({ admin_id: 'a', notification_id: 'n' }).execute();
  // The rules that migrating seeds are altered too, as the settings are.
  await insertPolicy(source.db);
  await source.db.updateTable('policies').set({ is_enabled: false }).where('key', '=', 'spam').execute();
  await source.db.updateTable('moderation_settings').set({ version: 2, appeal_days: 14 }).execute();
  backup = path.join(folder, 'backup');
  manifest = await backups.take(source, 'backup');
}, 120_000);
afterAll(async () => {
  await source?.close();
  await backups?.close();
});

describe('cli/backup', () => {
  test('names every image that a row names, and contains the existing ones', async () => {
    const named = new Set<string>();
    for (const file of await readdir(path.join(backup, 'tables'))) {
      const text = gunzipSync(await readFile(path.join(backup, 'tables', file))).toString();
      for (const [, key = ''] of text.matchAll(/\/media\/((?:evidence\/)?[a-f0-9-]{8,64}\.webp)/g)) named.add(key);
    }
    const chat = await source.db
      .selectFrom('messages')
      .select(['user_id', 'image_name', 'image_preview_name'])
      .where('image_name', 'is not', null)
      .execute();
    for (const { user_id: id, ...image } of chat) {
      for (const name of Object.values(image)) named.add(imageKey(id, name ?? ''));
    }
    const missing = (await readFile(path.join(backup, 'images.missing'), 'utf8')).split('\n').filter(Boolean);
    const kept = (await filesOf(path.join(backup, 'images'))).map((file) => file.replaceAll(path.sep, '/'));
    expect([...kept, ...missing].sort()).toEqual([...named].sort());
    expect(missing).toHaveLength(1);
    expect(missing[0]).toContain(GONE_HASH);
    expect(manifest.images).toMatchObject({ count: kept.length, missing: 1 });
    for (const key of kept) {
      expect(await readFile(path.join(backup, 'images', key))).toEqual(await readFile(path.join(folder, 'media', key)));
    }
  });

  test('contains no sessions, and is readable by its owner alone', async () => {
    expect(manifest.tables.map(({ name }) => name)).toContain('accounts');
    for (const name of LEFT_OUT) expect(manifest.tables.map((table) => table.name)).not.toContain(name);
    expect((await stat(backup)).mode & 0o077).toBe(0);
    for (const file of await filesOf(backup)) expect(file).not.toContain('images.named');
  });

  test('does not overwrite an existing folder', async () => {
    const before = await filesOf(backup);
    await expect(backups.take(source, 'backup')).rejects.toThrow('not empty');
    expect(await filesOf(backup)).toEqual(before);
  });

  test('that fails leaves no folder that looks like a backup', async () => {
    const failing = { ...backups.storeOf('media'), read: () => Promise.reject(new Error('the store is away')) };
    await expect(backups.take(source, 'failed', failing)).rejects.toThrow('the store is away');
    expect(await readdir(path.join(folder, 'failed'))).toEqual([]);
  });
});

describe('cli/restore', () => {
  test('restores every row, counter, sequence and image', async () => {
    const connection = await backups.newDatabase();
    await backups.restore(connection, backup);
    await withDatabase(connection, async ({ db }) => {
      expect(await rowsOf(db)).toEqual(await rowsOf(source.db));
      const user = await db.selectFrom('users').select('bio').where('id', '=', OPAQUE_ID).executeTakeFirstOrThrow();
      expect(user.bio).toBe(AWKWARD);
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
      expect(await db.selectFrom('login_challenges').selectAll().execute()).toEqual([]);
      // Without it the account could be signed in by its password alone.
      expect(await db.selectFrom('mfa_enrolments').select('user_id').execute()).toEqual([{ user_id: OPAQUE_ID }]);
      expect(await db.selectFrom('recovery_codes').select('user_id').execute()).toHaveLength(2);
      await expectCountersRight(db);
      // The triggers and the constraints are enabled again.
      const author = await insertUser(db);
      await insertPost(db, author.id);
      await expectCountersRight(db);
      await expect(insertPost(db, 'nobody')).rejects.toMatchObject({ code: '23503' });
      const { id } = await db
        .insertInto('notification_outbox')
        .values({ admin_id: 'a', notification_id: 'm' })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(id).toBeGreaterThan(1);
    });
    const kept = await filesOf(path.join(backup, 'images'));
    expect(await filesOf(path.join(folder, 'restored-media'))).toEqual(kept);
  });

  test('is rejected if a table has rows, and changes nothing', async () => {
    const used = await createTestDatabase();
    await insertUser(used.db);
    const before = await fingerprint(used.db);
    await expect(backups.restore(used.connection, backup)).rejects.toThrow(/not empty: the table \w+ has rows/);
    expect(await fingerprint(used.db)).toEqual(before);
    await used.close();
  });

  const damages: Array<[string, string, (dir: string) => Promise<void>]> = [
    ['without its manifest', 'manifest.json', (dir) => rm(path.join(dir, 'manifest.json'))],
    ['with half a manifest', 'manifest.json', (dir) => writeFile(path.join(dir, 'manifest.json'), '{"format": 1,')],
    ['with an altered table', 'accounts.copy.gz', (dir) => appendFile(path.join(dir, 'tables/accounts.copy.gz'), 'x')],
    ['without a table', 'posts.copy.gz', (dir) => rm(path.join(dir, 'tables/posts.copy.gz'))],
    [
      'with an altered image',
      `${HASH}.webp`,
      async (dir) => {
        const [file = ''] = (await filesOf(path.join(dir, 'images'))).filter((name) => name.includes(HASH));
        await writeFile(path.join(dir, 'images', file), 'another image');
      },
    ],
    ['with fewer images listed', 'images.sha256', (dir) => writeFile(path.join(dir, 'images.sha256'), '')],
  ];
  test.each(damages)('%s is rejected, and the file is named', async (_what, file, damage) => {
    const dir = await mkdtemp(path.join(folder, 'damaged-'));
    await cp(backup, dir, { recursive: true });
    await damage(dir);
    const connection = await backups.newDatabase();
    await expect(backups.restore(connection, dir)).rejects.toThrow(file);
    const client = new pg.Client(connection);
    await client.connect();
    expect((await client.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
    await client.end();
    await rm(dir, { recursive: true });
  });

  test("is rolled back if the rows differ from the backup's, and can be tried again", async () => {
    const dir = path.join(folder, 'other-sum');
    await cp(backup, dir, { recursive: true });
    const text = await readFile(path.join(dir, 'manifest.json'), 'utf8');
    const users = manifest.tables.find(({ name }) => name === 'accounts');
    await writeFile(path.join(dir, 'manifest.json'), text.replace(users?.sha256 ?? '-', HASH));
    const connection = await backups.newDatabase();
    await expect(backups.restore(connection, dir)).rejects.toThrow('accounts came back');
    await backups.restore(connection, backup);
    await withDatabase(connection, async ({ db }) => expect(await rowsOf(db)).toEqual(await rowsOf(source.db)));
  });

  test('is rejected if a different image with the same name exists', async () => {
    const [kept = ''] = await filesOf(path.join(backup, 'images'));
    await backups.storeOf('other-media').put(kept.replaceAll(path.sep, '/'), Buffer.from('another image'));
    const connection = await backups.newDatabase();
    await expect(backups.restore(connection, backup, 'other-media')).rejects.toThrow(path.basename(kept));
    await withDatabase(connection, async ({ db }) => {
      expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
    });
  });

  test('of a later version is rejected', async () => {
    const dir = path.join(folder, 'later');
    await cp(backup, dir, { recursive: true });
    const later = { ...manifest, migrations: [...manifest.migrations, '9999_later'] };
    await writeFile(path.join(dir, 'manifest.json'), JSON.stringify(later));
    await expect(backups.restore(await backups.newDatabase(), dir)).rejects.toThrow('9999_later');
  });
});

test('cli/backup: a backup during writes is of one moment; it includes images in a bucket', async () => {
  const busy = await createTestDatabase();
  const s3 = await startS3Server();
  const bucket = createS3ImageStore(s3.settings);
  await bucket.put(FACE, Buffer.from('a face'));
  const authors = [await insertUser(busy.db, { avatar_url: `/media/${FACE}` }), await insertUser(busy.db)];
  let isDone = false;
  let written = 0;
  const write = async () => {
    while (!isDone) {
      for (const { id } of authors) await insertPost(busy.db, id);
      const leaver = await insertUser(busy.db);
      await insertPost(busy.db, leaver.id);
      await busy.db.deleteFrom('users').where('id', '=', leaver.id).execute();
      written += 1;
    }
  };
  const writing = write();
  await expect.poll(() => written).toBeGreaterThan(3);
  const taken = await backups.take(busy, 'busy', bucket);
  const before = written;
  await expect.poll(() => written).toBeGreaterThan(before);
  isDone = true;
  await writing;
  const connection = await backups.newDatabase();
  await backups.restore(connection, path.join(folder, 'busy'), 'busy-media');
  await withDatabase(connection, async ({ db }) => {
    const { n } = await db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(taken.tables.find(({ name }) => name === 'posts')?.rows);
    expect(n).toBeLessThan(written * 2);
    await expectCountersRight(db);
  });
  expect(await readFile(path.join(folder, 'busy-media', FACE), 'utf8')).toBe('a face');
  await s3.close();
  await busy.close();
});
