import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '../lib/db/migrate.ts';
import { databaseUrl, runAsAdmin } from '../testing/database-server.ts';
import '../testing/global-setup.ts';

const BEFORE = '0014_search_order';
const name = `sign_in_addresses_${process.pid}`;
let connectionString: string;
let client: pg.Client;

beforeEach(async () => {
  const { adminUrl } = inject('testServer');
  await runAsAdmin(adminUrl, `create database ${name}`);
  connectionString = databaseUrl(adminUrl, name);
  client = new pg.Client({ connectionString });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await runAsAdmin(inject('testServer').adminUrl, `drop database ${name} with (force)`);
});

const recordLogin = (id: string, actor: string, address: string, age: string) =>
  client.query(
    `insert into audit_entries (id, created_at, actor_id, action, address, request_id)
     values ($1, now() - $4::interval, $2, 'auth.login', $3, 'before')`,
    [id, actor, address, age],
  );

test('migrating takes the addresses of the last 30 days from the audit log, each once, and none of a deleted account', async () => {
  await migrate({ connectionString }, { upTo: BEFORE });
  await client.query("insert into users (id, username, email) values ('a', 'An', 'an@example.test')");
  await recordLogin('1', 'a', '192.0.2.1', '2 days');
  await recordLogin('2', 'a', '192.0.2.1', '1 day');
  await recordLogin('3', 'a', '192.0.2.2', '31 days');
  await recordLogin('4', 'a', '2001:db8::1', '1 day');
  await recordLogin('5', 'gone', '192.0.2.1', '1 day');
  await migrate({ connectionString });
  const { rows } = await client.query(
    "select user_id, address, last_at > now() - interval '25 hours' as is_newest from sign_in_addresses",
  );
  expect(rows).toEqual([{ user_id: 'a', address: '192.0.2.1', is_newest: true }]);
});
