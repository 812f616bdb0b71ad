import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener } from '../../testing/socket-client.ts';
import { freePort, type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const DASHBOARD = path.resolve(import.meta.dirname, '../../../../deploy/grafana/dashboard.json');
const ADMIN = { email: 'first@example.com', password: 'a long enough password' };
const START_TIMEOUT_MS = 60_000;
let database: TestDatabase;
let dataDir: string;
let server: SpawnedServer;
let metricsUrl: string;
let token: string;
const sockets = createSocketOpener(() => server.url);

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-metrics-'));
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  server = await spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    METRICS_PORT: port,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  await untilReady(server);
  const response = await call('/api/admin/login', { method: 'POST', body: JSON.stringify(ADMIN) });
  ({ token } = (await response.json()) as { token: string });
}, START_TIMEOUT_MS);
afterAll(async () => {
  sockets.closeAll();
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const call = (address: string, init: RequestInit = {}) =>
  fetch(`${server.url}${address}`, {
    ...init,
    headers: { ...(init.body ? { 'content-type': 'application/json' } : {}), authorization: `Bearer ${token}` },
  });

async function read(): Promise<string> {
  const response = await fetch(metricsUrl);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return response.text();
}

/** The value of one line, 0 if it is missing. */
const figureOf = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((candidate) => candidate.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  );

describe('metrics: a request', () => {
  const COUNT = 'hai_dang_http_request_duration_seconds_count';

  test('is counted by its route, whatever its URL', async () => {
    const line = `${COUNT}{route="/api/admin/users/detail/:id",method="POST",status="4xx"}`;
    const before = figureOf(await read(), line);
    for (let n = 0; n < 5; n += 1) {
      const response = await call(`/api/admin/users/detail/nobody-${n}`, { method: 'POST', body: '{}' });
      expect(response.status).toBe(404);
    }
    const after = await read();
    expect(figureOf(after, line)).toBe(before + 5);
    expect(after).not.toContain('nobody-');
  });

  test('with an unknown URL or method makes no new label value', async () => {
    const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith(COUNT)).length;
    const attempt = async (n: number) => {
      await call(`/api/nowhere-${n}`);
      await call(`/nowhere-${n}`, { method: 'PROPFIND' });
    };
    await attempt(0);
    const before = await read();
    for (let n = 1; n <= 20; n += 1) await attempt(n);
    const after = await read();
    expect(linesOf(after)).toBe(linesOf(before));
    expect(after).not.toContain('nowhere');
  });
});

test('metrics: open sockets are counted by role, and not after they are closed', async () => {
  const before = await read();
  const socket = await sockets.open(token);
  expect(figureOf(await read(), 'hai_dang_sockets_open{role="admin"}')).toBe(
    figureOf(before, 'hai_dang_sockets_open{role="admin"}') + 1,
  );
  socket.disconnect();
  await expect
    .poll(async () => figureOf(await read(), 'hai_dang_sockets_open{role="admin"}'))
    .toBe(figureOf(before, 'hai_dang_sockets_open{role="admin"}'));
});

test('metrics: events and messages are counted as handled, rejected, stored once however often sent', async () => {
  const user = await insertUser(database.db);
  const socket = await sockets.open(await insertSession(database.db, user.id, new Date()));
  const before = await read();
  const message = { content: 'Xin chào', type: 'text', tempId: crypto.randomUUID() };
  const sent = await ask(socket, 'send_message', message);
  expect(await ask(socket, 'send_message', message)).toEqual(sent);
  await ask(socket, 'send_message', {});
  for (let n = 0; n < 5; n += 1) await ask(socket, `made_up_${n}`, {});
  const after = await read();
  const grownBy = (line: string) => figureOf(after, line) - figureOf(before, line);
  expect(grownBy('hai_dang_socket_events_total{event="send_message",outcome="handled"}')).toBe(2);
  expect(grownBy('hai_dang_socket_events_total{event="send_message",outcome="rejected"}')).toBe(1);
  expect(grownBy('hai_dang_socket_events_total{event="unknown",outcome="rejected"}')).toBe(5);
  expect(grownBy('hai_dang_messages_stored_total{type="text"}')).toBe(1);
  expect(after).not.toContain('made_up');
});

test('metrics: the pool, the images and the process are included', async () => {
  const text = await read();
  expect(figureOf(text, 'hai_dang_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(text).toContain('hai_dang_chat_images{state="waiting"} 0');
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(figureOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test("metrics: their port serves nothing else, and the panel's port serves no metrics", async () => {
  expect((await fetch(metricsUrl.replace('/metrics', '/api/admin/users'))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405);
  expect(await (await call('/metrics')).text()).not.toContain('hai_dang_');
});

test('metrics: a port in use is one clear sentence', async () => {
  const second = await spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    METRICS_PORT: new URL(metricsUrl).port,
  });
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain('METRICS_PORT');
  expect(second.output()).not.toContain('    at ');
});

test('dashboard.json: queries existing metrics by existing labels, and omits none of ours', async () => {
  const text = await read();
  const named = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  const known = named.flatMap(({ name, type }) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  );
  const labelsOf = (name: string): string[] => {
    const [, labels = ''] = new RegExp(`^${name}\\{(.*)\\} `, 'm').exec(text) ?? [];
    // Added by Prometheus itself.
    return [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label).concat('job', 'instance');
  };
  const dashboard = await readFile(DASHBOARD, 'utf8');
  const queries = [...dashboard.matchAll(/"(?:expr|query)": "(.*(?:hai_dang|nodejs|process)_.*)"/g)].map(
    ([, query = '']) => query.replaceAll('\\"', '"'),
  );
  const asked = queries.flatMap((query) => {
    const names = query.match(/\b(?:hai_dang|nodejs|process)_\w+/g) ?? [];
    const labels = [...query.matchAll(/(\w+)=~?"/g), ...query.matchAll(/label_values\(.*, (\w+)\)/g)]
      .map(([, label = '']) => label)
      .concat([...query.matchAll(/ by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')));
    return names.map((name) => ({ name, labels }));
  });
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  for (const { name, labels } of asked) expect(labelsOf(name), name).toEqual(expect.arrayContaining(labels));
  const ours = named.map(({ name }) => name).filter((name) => name.startsWith('hai_dang_'));
  expect(ours.filter((name) => !dashboard.includes(name))).toEqual([]);
});
