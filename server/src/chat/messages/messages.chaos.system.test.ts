import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../lib/random.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createUnreliableClient, type OutgoingText } from '../../testing/unreliable-client.ts';

const SENDS = 2_000;
const ADMINS = 4;
const USERS = 4;
const SENDS_EACH = SENDS / (ADMINS + USERS);
/** The server is killed at this number of acknowledged messages. */
const KILL_AT = 0.4 * SENDS;
const FAULTS = { breaks: 0.04, lostAcks: 0.05 };
const TIMEOUT_MS = 120_000;

let database: TestDatabase;
let folder: string;
let server: SpawnedServer;

async function start(port?: string): Promise<void> {
  const settings = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'warn', ...(port && { PORT: port }) };
  server = await spawnServer(settings);
  await untilReady(server);
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-chaos-'));
  await start();
});
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.exit;
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function signIn(role: 'admin' | 'user') {
  const { id } = await (role === 'admin' ? insertAdmin : insertUser)(database.db);
  return { id, role, token: await insertSession(database.db, id) };
}

const rowsOf = (userId: string) =>
  database.db.selectFrom('messages').selectAll().where('user_id', '=', userId).orderBy('seq').execute();

test(
  'admin_message, send_message: 2 000 sends over 8 breaking sockets and a killed server are each stored once, shown once, in order',
  async () => {
    const random = createRandom('chaos');
    const users = await Promise.all(Array.from({ length: USERS }, () => signIn('user')));
    const admins = await Promise.all(Array.from({ length: ADMINS }, () => signIn('admin')));
    const userIds = users.map(({ id }) => id);
    const clients = [...admins, ...users].map((account) =>
      createUnreliableClient({ url: server.url, account, random, faults: FAULTS, userIds }),
    );
    await Promise.all(clients.map(({ untilConnected }) => untilConnected()));

    let stored = 0;
    let restart: Promise<void> | undefined;
    const onStored = () => {
      stored += 1;
      if (stored !== KILL_AT) return;
      server.child.kill('SIGKILL');
      restart = server.exit.then(() => start(new URL(server.url).port));
    };
    const textsOf = ({ id, role }: (typeof users)[0]): OutgoingText[] =>
      Array.from({ length: SENDS_EACH }, (_, index) => ({
        userId: role === 'user' ? id : (userIds[index % USERS] ?? ''),
        tempId: `${id}-${index}`,
        text: String(index),
      }));
    await Promise.all(clients.map((client) => client.sendAll(textsOf(client.account), onStored)));
    await restart;
    await Promise.all(clients.slice(0, ADMINS).map((client) => client.catchUp()));
    for (const client of clients) client.close();

    // The faults did happen.
    expect(stored).toBe(SENDS);
    const total = (of: (client: (typeof clients)[0]) => number) => clients.reduce((sum, client) => sum + of(client), 0);
    expect(total(({ counts }) => counts.sends)).toBeGreaterThan(SENDS * 1.04);
    expect(total(({ counts }) => counts.connections)).toBeGreaterThan(50);
    expect(total(({ counts }) => counts.fetched)).toBeGreaterThan(0);
    expect(server.output()).not.toContain('event handler failed');

    let rows = 0;
    for (const userId of userIds) {
      const messages = await rowsOf(userId);
      rows += messages.length;
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
      const ids = messages.map(({ id }) => id);
      for (const client of clients.slice(0, ADMINS)) {
        expect(client.shown.get(userId)?.map(({ _id }) => _id)).toEqual(ids);
      }
      for (const { account } of clients) {
        const own = messages.filter(({ sender_id }) => sender_id === account.id).map(({ content }) => Number(content));
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
      const own = clients.find(({ account }) => account.id === userId);
      const seen = own?.shown.get(userId)?.map(({ seq = 0 }) => seq) ?? [];
      expect(seen.length).toBeGreaterThan(SENDS_EACH);
      expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
    }
    expect(rows).toBe(SENDS);
  },
  TIMEOUT_MS,
);
