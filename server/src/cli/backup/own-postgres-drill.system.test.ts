import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ChatMessage, chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../lib/db/database.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { createLogger } from '../../lib/logger.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { expectCountersRight } from '../../testing/counters.ts';
import {
  type DebianPostgres,
  type DebianServer,
  debianVersion,
  openDebianPostgres,
} from '../../testing/debian-postgres.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { pngOf } from '../../testing/test-images.ts';
import { referencedImages } from './referenced-images.ts';

const DEADLINE_MS = 120_000;
const PATIENCE = { timeout: 20_000, interval: 100 };

/** Opens a server's database to inspect it. */
const open = (url: string): Promise<Database> =>
  openDatabase({ databaseUrl: url, dataDir: '', logger: createLogger({ level: 'warn' }), maxConnections: 3 });

/** SHA-256 of each image that rows name, by its key; 'missing' for one that is not in the folder. */
async function imagesOf({ connection }: Database, mediaDir: string): Promise<Record<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin read only');
  const found: Record<string, string> = {};
  for await (const key of referencedImages(client)) {
    const bytes = await readFile(path.join(mediaDir, key)).catch(() => null);
    found[key] = bytes ? createHash('sha256').update(bytes).digest('hex') : 'missing';
  }
  await client.end();
  return found;
}

// The commands are those of docs/operations.md.
describe.skipIf(debianVersion === null)(`external PostgreSQL, Debian's ${debianVersion}`, () => {
  let debian: DebianPostgres;
  let folder: string;
  let archive: string;
  let postgres: DebianServer;
  let server: SpawnedServer;
  let database: Database;
  let token: string;
  const servers: SpawnedServer[] = [];

  const mediaOf = (dataDir: string) => path.join(folder, dataDir, 'media');
  const call = (of: SpawnedServer, method: string, address: string, body: object | FormData = {}) =>
    fetch(`${of.url}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body instanceof FormData || method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });

  async function serve(url: string, dataDir: string): Promise<SpawnedServer> {
    const started = await spawnServer({ DATABASE_URL: url, DATA_DIR: path.join(folder, dataDir) });
    servers.push(started);
    await untilReady(started);
    return started;
  }

  async function sendImage(userId: string, background: string): Promise<ChatMessage> {
    const form = new FormData();
    form.append('tempId', newTempId());
    form.append('image', new Blob([new Uint8Array(await pngOf({ background }))]), 'a.png');
    const response = await call(server, 'POST', `/api/admin/chat/send-image/${userId}`, form);
    return chatMessageSchema.parse(((await response.json()) as { data: unknown }).data);
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-own-'));
    debian = await openDebianPostgres();
    archive = path.join(debian.folder, 'archive');
    await debian.initCluster('main');
    postgres = await debian.start('main', {
      archive_mode: 'on',
      archive_command: `mkdir -p ${archive} && test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    });
    server = await serve(postgres.url, 'data');
    database = await open(postgres.url);
    const admin = await insertAdmin(database.db);
    token = await insertSession(database.db, admin.id);
    const images = createDiskImageStore(mediaOf('data'));
    for (let n = 0; n < 20; n += 1) {
      const name = `0123456789abcd${String(n).padStart(2, '0')}.webp`;
      await images.put(name, Buffer.from(`a face ${n}`));
      const user = await insertUser(database.db, { avatar_url: `/media/${name}` });
      if (n < 3) await sendImage(user.id, `#0000f${n}`);
    }
  }, DEADLINE_MS);
  afterAll(async () => {
    await database?.close();
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ exit }) => exit));
    await debian?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    'pg_dump during writes is restored in a new cluster with the same rows and images',
    async () => {
      let isDone = false;
      let written = 0;
      const write = async () => {
        while (!isDone) {
          const shortcut = `mau${written}`;
          const made = await call(server, 'POST', '/api/admin/canned-replies/create', {
            shortcut,
            content: 'Chào bạn',
          });
          const { data } = (await made.json()) as { data: { _id: string } };
          await call(server, 'DELETE', `/api/admin/canned-replies/${data._id}`);
          written += 1;
        }
      };
      const writing = write();
      await expect.poll(() => written, PATIENCE).toBeGreaterThan(1);
      const dump = path.join(debian.folder, 'dump');
      // Compared with the snapshot of the dump, independent of later writes.
      const dumped = await database.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
          await debian.run('pg_dump', ['-Fc', '-f', dump, `--snapshot=${rows[0]?.id}`, '-d', postgres.url]);
          return fingerprint(tx);
        });
      const before = written;
      await expect.poll(() => written, PATIENCE).toBeGreaterThan(before);
      isDone = true;
      await writing;
      await cp(mediaOf('data'), mediaOf('from-dump'), { recursive: true });

      await debian.initCluster('from-dump');
      const fresh = await debian.start('from-dump');
      await debian.run('pg_restore', ['--no-owner', '--exit-on-error', '--single-transaction', '-d', fresh.url, dump]);
      const restored = await open(fresh.url);
      expect(await fingerprint(restored.db)).toEqual(dumped);
      expect(await fingerprint(database.db)).not.toEqual(dumped);
      const images = await imagesOf(restored, mediaOf('from-dump'));
      expect(images).toEqual(await imagesOf(database, mediaOf('data')));
      expect(Object.keys(images)).toHaveLength(26);
      expect(Object.values(images)).not.toContain('missing');

      const again = await serve(fresh.url, 'from-dump');
      expect((await call(again, 'POST', '/api/admin/canned-replies')).status).toBe(200);
      await expectCountersRight(restored.db);
      await restored.close();
    },
    DEADLINE_MS,
  );

  test(
    'point-in-time recovery: an account deleted by mistake is restored with its images',
    async () => {
      const base = path.join(debian.folder, 'base');
      await debian.run('pg_basebackup', ['-D', base, '-X', 'none', '-c', 'fast', '--no-sync', '-d', postgres.url]);
      // Only the archived log contains what follows the base backup.
      const user = await insertUser(database.db, { username: 'Người bị xóa nhầm' });
      const { content } = await sendImage(user.id, '#d1495b');
      const { pathname, search } = new URL(content);
      const image = `${pathname}${search}`;
      await cp(mediaOf('data'), mediaOf('at-moment'), { recursive: true });
      const good = await fingerprint(database.db);
      const { rows } = await sql<{ moment: string }>`select clock_timestamp()::text as moment`.execute(database.db);
      const moment = rows[0]?.moment ?? '';
      expect((await call(server, 'DELETE', `/api/admin/users/${user.id}`, { reason: 'nhầm' })).status).toBe(200);
      await expect.poll(async () => (await call(server, 'GET', image)).status, PATIENCE).toBe(404);
      const { rows: last } = await sql<{ file: string }>`
      select pg_walfile_name(pg_switch_wal()) as file`.execute(database.db);
      await expect
        .poll(async () => {
          const done = await sql`select from pg_stat_archiver where last_archived_wal >= ${last[0]?.file}`.execute(
            database.db,
          );
          return done.rows.length;
        }, PATIENCE)
        .toBe(1);

      await writeFile(path.join(base, 'recovery.signal'), '');
      const recovered = await debian.start('base', {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_time: moment,
        recovery_target_action: 'promote',
      });
      const restored = await open(recovered.url);
      expect(await fingerprint(restored.db)).toEqual(good);
      expect(Object.values(await imagesOf(restored, mediaOf('at-moment')))).not.toContain('missing');
      const again = await serve(recovered.url, 'at-moment');
      expect((await call(again, 'GET', image)).status).toBe(200);
      await restored.close();
    },
    DEADLINE_MS,
  );
});
