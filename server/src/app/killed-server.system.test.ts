import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBalancer } from '../../../scripts/lib/balancer.mjs';
import { createRandom } from '../lib/random.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { hasRedisServer } from '../testing/redis-server.ts';
import { startTwoServers, type TwoServers } from '../testing/two-servers.ts';
import { createUnreliableClient } from '../testing/unreliable-client.ts';

const ADMINS = 4;
const USERS = 8;
const TEXTS_EACH = 60;
/** One server is killed at this number of acknowledged messages. */
const KILL_AT = Math.floor((ADMINS + USERS) * TEXTS_EACH * 0.3);
const NO_FAULTS = { breaks: 0, lostAcks: 0 };
const START_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 90_000;

let servers: TwoServers;
let balancer: ReturnType<typeof createBalancer>;
let url: string;
beforeAll(async () => {
  if (!hasRedisServer) return;
  servers = await startTwoServers();
  balancer = createBalancer([servers.a, servers.b].map((node) => Number(new URL(node.url).port)));
  await balancer.countReady();
  balancer.server.listen(0, '127.0.0.1');
  await once(balancer.server, 'listening');
  url = `http://127.0.0.1:${(balancer.server.address() as AddressInfo).port}`;
}, START_TIMEOUT_MS);
afterAll(async () => {
  balancer?.close();
  await servers?.close();
});

async function signIn(role: 'admin' | 'user') {
  const { db } = servers.database;
  const { id } = await (role === 'admin' ? insertAdmin : insertUser)(db);
  return { id, role, token: await insertSession(db, id) };
}

describe.skipIf(!hasRedisServer)('balancer: two servers, one of them killed', () => {
  test(
    'every message sent meanwhile is stored once, and both ends have the same messages',
    async () => {
      const users = await Promise.all(Array.from({ length: USERS }, () => signIn('user')));
      const admins = await Promise.all(Array.from({ length: ADMINS }, () => signIn('admin')));
      const userIds = users.map(({ id }) => id);
      const clients = [...admins, ...users].map((account) =>
        createUnreliableClient({ url, account, random: createRandom(account.id), faults: NO_FAULTS, userIds }),
      );
      await Promise.all(clients.map(({ untilConnected }) => untilConnected()));

      const acknowledged: string[] = [];
      const sendAll = async (client: (typeof clients)[0], first: number) => {
        const { id, role } = client.account;
        for (let n = 0; n < TEXTS_EACH; n += 1) {
          const userId = role === 'user' ? id : (userIds[(first + n) % USERS] ?? '');
          const tempId = `${id}-${n}`;
          await client.sendAll([{ userId, tempId, text: String(n) }], () => {
            if (acknowledged.push(tempId) === KILL_AT) servers.a.child.kill('SIGKILL');
          });
        }
      };
      await Promise.all(clients.map(sendAll));
      await Promise.all(clients.slice(0, ADMINS).map((client) => client.catchUp()));
      for (const client of clients) client.close();

      expect(servers.a.child.signalCode).toBe('SIGKILL');
      const moved = clients.filter(({ counts }) => counts.connections > 1);
      expect(moved.length, 'the balancer had given both of them clients').toBeGreaterThan(0);
      expect(moved.length).toBeLessThan(clients.length);

      const rows = await servers.database.db.selectFrom('messages').selectAll().orderBy('seq').execute();
      expect(rows.map(({ client_key }) => client_key).toSorted()).toEqual(acknowledged.toSorted());
      for (const userId of userIds) {
        const own = rows.filter(({ user_id }) => user_id === userId);
        expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
        for (const client of clients.slice(0, ADMINS)) {
          expect(client.shown.get(userId)?.map(({ _id }) => _id)).toEqual(own.map(({ id }) => id));
        }
        const user = clients.find(({ account }) => account.id === userId);
        const seen = user?.shown.get(userId)?.map(({ seq = 0 }) => seq) ?? [];
        expect(seen).toEqual([...new Set(seen)].toSorted((x, y) => x - y));
      }
    },
    TIMEOUT_MS,
  );
});
