import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener } from '../../testing/socket-client.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from '../../testing/trace-collector.ts';
import { createTraces } from './traces.ts';

const ADMIN = { email: 'canary-admin@example.com', password: 'canary password 7c1e' };
const SEARCH = 'canary-search@example.com';
const START_TIMEOUT_MS = 60_000;
/** The values of OTLP's encoding. */
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
let database: TestDatabase;
let dataDir: string;
let collector: TraceCollector;
let server: SpawnedServer;
let token: string;
const sockets = createSocketOpener(() => server.url);

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-traces-'));
  collector = await startTraceCollector();
  server = await spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_SERVICE_NAME: 'panel-under-test',
  });
  await untilReady(server);
}, START_TIMEOUT_MS);
afterAll(async () => {
  sockets.closeAll();
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  await collector.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A trace of a caller. */
function newCaller() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'canary=1' } };
}

const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  });

const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);
/** Waits for the root span of ours; it ends last, so that its children have arrived too. */
async function rootOf(find: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await vi.waitFor(() => expect(collector.spans.some(find)).toBe(true), { timeout: 5_000 });
  const found = collector.spans.find(find);
  if (!found) throw new Error('no such span');
  return found;
}
const childrenOf = (root: ReceivedSpan) => collector.spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);

describe('traces: a request', () => {
  test('is part of its caller’s trace, and its statements are child spans, without their values', async () => {
    const caller = newCaller();
    const response = await post('/api/admin/login', ADMIN, caller.headers);
    ({ token } = (await response.json()) as { token: string });
    const root = await rootOf(({ parentSpanId }) => parentSpanId === caller.spanId);
    expect(root).toMatchObject({
      traceId: caller.traceId,
      name: 'POST /api/admin/login',
      kind: SERVER,
      service: 'panel-under-test',
      status: { code: 0 },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/admin/login',
        'http.response.status_code': 200,
        'hai_dang.request_id': response.headers.get('x-request-id'),
      },
    });
    const statements = childrenOf(root);
    expect(statements).toContainEqual(
      expect.objectContaining({
        name: 'select users',
        kind: CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': expect.stringContaining('lower("email") in (lower($1), lower($2))'),
        },
      }),
    );
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert sessions', 'commit']));
    for (const { endTimeUnixNano, startTimeUnixNano } of statements) {
      expect(endTimeUnixNano).toBeGreaterThanOrEqual(startTimeUnixNano);
    }
  });

  test('in parallel with others has only its own statements', async () => {
    const callers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const caller = newCaller();
        const response = await post(
          n % 2 ? '/api/admin/users' : '/api/admin/users/search',
          { searchTerm: SEARCH },
          caller.headers,
        );
        await response.text();
        return caller;
      }),
    );
    for (const { traceId, spanId } of callers) {
      const root = await rootOf(({ parentSpanId }) => parentSpanId === spanId);
      const rest = spansOf(traceId).filter((span) => span !== root);
      expect(rest.length).toBeGreaterThan(0);
      expect(rest.every(({ parentSpanId }) => parentSpanId === root.spanId)).toBe(true);
    }
  });

  test('without a trace starts one, whose id is in its log line', async () => {
    const response = await post('/api/admin/users/detail/nobody-at-all', {});
    const id = response.headers.get('x-request-id');
    const root = await rootOf(({ attributes }) => attributes['hai_dang.request_id'] === id);
    expect(root.parentSpanId ?? '').toBe('');
    expect(root).toMatchObject({
      name: 'POST /api/admin/users/detail/:id',
      attributes: { 'http.response.status_code': 404 },
      status: { code: 0 },
    });
    await vi.waitFor(() => expect(server.output()).toContain(`"reqId":"${id}"`), { timeout: 5_000 });
    const line = server
      .output()
      .split('\n')
      .find((each) => each.includes(`"reqId":"${id}"`));
    expect(JSON.parse(line ?? '')).toMatchObject({ traceId: root.traceId });
  });

  test('that fails is marked, and so is the failed statement', async () => {
    await database.pool.query('alter table canned_replies rename to hidden');
    const caller = newCaller();
    const response = await post('/api/admin/canned-replies', {}, caller.headers);
    await database.pool.query('alter table hidden rename to canned_replies');
    expect(response.status).toBe(500);
    const root = await rootOf(({ parentSpanId }) => parentSpanId === caller.spanId);
    expect(root).toMatchObject({ status: { code: ERROR }, attributes: { 'error.type': '42P01' } });
    expect(childrenOf(root)).toContainEqual(
      expect.objectContaining({ status: expect.objectContaining({ code: ERROR }), name: 'select canned_replies' }),
    );
  });

  test('whose client disconnects early still has a span, without a server error', async () => {
    const caller = newCaller();
    const { port } = new URL(server.url);
    const client = connect(Number(port), '127.0.0.1');
    const head = ['POST /api/admin/login HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 50'];
    client.write(`${[...head, `traceparent: ${caller.headers.traceparent}`].join('\r\n')}\r\n\r\n{`);
    await sleep(100);
    client.destroy();
    const root = await rootOf(({ parentSpanId }) => parentSpanId === caller.spanId);
    expect(root).toMatchObject({ status: { code: 0 }, attributes: { 'error.type': 'aborted' } });
  });

  test.each(['', 'not a trace', '00-00000000000000000000000000000000-0000000000000000-01', 'x'.repeat(4_000)])(
    'with traceparent %j starts a new trace',
    async (traceparent) => {
      const response = await post('/api/admin/users', {}, { traceparent });
      const id = response.headers.get('x-request-id');
      const root = await rootOf(({ attributes }) => attributes['hai_dang.request_id'] === id);
      expect(root.parentSpanId ?? '').toBe('');
    },
  );
});

test('traces: an event of a socket is a trace with its statements; an unknown one has a generic name', async () => {
  const user = await insertUser(database.db);
  const socket = await sockets.open(await insertSession(database.db, user.id, new Date()));
  await ask(socket, 'send_message', { content: 'canary-text', type: 'text', tempId: crypto.randomUUID() });
  await ask(socket, 'made_up_by_canary', {});
  const root = await rootOf(({ name }) => name === 'send_message');
  expect(root).toMatchObject({ kind: SERVER, status: { code: 0 } });
  expect(childrenOf(root).length).toBeGreaterThan(0);
  const unknown = await rootOf(({ name }) => name === 'unknown');
  expect(unknown).toMatchObject({ status: { code: 0 }, attributes: { 'error.type': 'UNKNOWN_EVENT' } });
});

test('traces: a job’s run is a trace, and a failed one is marked', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  const log = createLogger({ level: 'silent' });
  const traces = createTraces({ protocol: 'http/json', ratio: 1, callerDecides: true, delayMs: 50 }, log);
  await traces.runJob('good', async () => traces.statementDone({ text: 'select 1', durationMs: 1 }));
  await expect(traces.runJob('bad', () => Promise.reject(new TypeError('canary')))).rejects.toThrow('canary');
  traces.statementDone({ text: 'select nobody', durationMs: 1 });
  await traces.close();
  vi.unstubAllEnvs();
  const good = await rootOf(({ name }) => name === 'good');
  expect(childrenOf(good).map(({ name }) => name)).toEqual(['select']);
  expect(await rootOf(({ name }) => name === 'bad')).toMatchObject({
    status: { code: ERROR },
    attributes: { 'error.type': 'TypeError' },
  });
  expect(collector.bodies.join('')).not.toContain('select nobody');
});

test('traces: no span contains user input', async () => {
  const text = collector.bodies.join('');
  expect(text).toContain('POST /api/admin/login');
  expect(text).not.toContain('canary');
  expect(text).not.toContain(token);
  expect(text).not.toContain('nobody-at-all');
});
