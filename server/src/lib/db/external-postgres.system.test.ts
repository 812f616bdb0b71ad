import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type DebianPostgres,
  type DebianServer,
  debianVersion,
  openDebianPostgres,
} from '../../testing/debian-postgres.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';

const ADMIN = { email: 'first@example.com', password: 'a long enough password' };

const responseSchema = z.object({
  token: z.string().optional(),
  data: z.object({ users: z.array(z.looseObject({ _id: z.string() })) }).optional(),
});

describe.skipIf(debianVersion === null)(`DATABASE_URL, on Debian's PostgreSQL ${debianVersion}`, () => {
  let debian: DebianPostgres;
  let postgres: DebianServer;
  let server: SpawnedServer;
  let dataDir: string;

  beforeAll(async () => {
    debian = await openDebianPostgres();
    dataDir = path.join(debian.folder, 'data');
    await debian.initCluster('cluster');
    postgres = await debian.start('cluster');
    server = await spawnServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    await untilReady(server);
  }, 60_000);

  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.exit;
    await debian?.close();
  });

  async function query(text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  const post = async (url: string, body: object, token = '') => {
    const response = await fetch(`${server.url}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: responseSchema.parse(await response.json()) };
  };

  test('the server is ready, and has started no embedded database', async () => {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(await readdir(dataDir)).toEqual(['media']);
  });

  test('its tables are in that database', async () => {
    expect(await query("select count(*)::int as n from pg_tables where tablename = 'accounts'")).toEqual([{ n: 1 }]);
  });

  test('an administrator signs in, and finds an account by its name without diacritics', async () => {
    await query(`insert into users (id, username, email) values ('u1', 'Đặng Thị Nguyệt', 'nguyet@example.com')`);
    const { status, json } = await post('/api/admin/login', ADMIN);
    expect(status).toBe(200);
    const found = await post('/api/admin/users/search', { searchTerm: 'dang thi', filters: {} }, json.token);
    expect(found.json.data?.users).toEqual([expect.objectContaining({ _id: 'u1', username: 'Đặng Thị Nguyệt' })]);
  });
});
