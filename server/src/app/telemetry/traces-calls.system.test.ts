import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../lib/db/database.ts';
import { createS3ImageStore } from '../../lib/images/s3-image-store.ts';
import { createLogger } from '../../lib/logger.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { insertUser } from '../../testing/factories.ts';
import { hasRedisServer, startTestRedis, type TestRedis } from '../../testing/redis-server.ts';
import { type S3Server, startS3Server } from '../../testing/s3/s3-server.ts';
import { type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from '../../testing/trace-collector.ts';
import { createTraces } from './traces.ts';

const ADMIN = { email: 'canary-admin@example.com', password: 'canary password 7c1e' };
const START_TIMEOUT_MS = 60_000;
/** The values of OTLP's encoding. */
const CLIENT = 3;
const ERROR = 2;
const log = createLogger({ level: 'silent' });
let database: TestDatabase;
let s3: S3Server;
let collector: TraceCollector;

beforeAll(async () => {
  [database, s3, collector] = await Promise.all([createTestDatabase(), startS3Server(), startTraceCollector()]);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([database.close(), s3.close(), collector.close()]);
});

/** The child spans of the span of this name, when it has arrived. */
async function childrenOf(name: string): Promise<ReceivedSpan[]> {
  await vi.waitFor(() => expect(collector.spans.some((span) => span.name === name)).toBe(true), { timeout: 5_000 });
  const root = collector.spans.find((span) => span.name === name);
  return collector.spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
}

describe.skipIf(!hasRedisServer)('traces: a server with Redis and a bucket', () => {
  let redis: TestRedis;
  let dataDir: string;
  let server: SpawnedServer;
  let token: string;

  beforeAll(async () => {
    redis = await startTestRedis();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-traces-calls-'));
    const { endpoint = '', region, bucket, accessKeyId, secretAccessKey } = s3.settings;
    server = await spawnServer({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
    await untilReady(server);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    await redis.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a sign-in includes the Redis commands that count failures, without their keys', async () => {
    const response = await fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    ({ token } = (await response.json()) as { token: string });
    const commands = (await childrenOf('POST /api/admin/login')).filter(
      ({ attributes }) => attributes['db.system.name'] === 'redis',
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const { name, kind, attributes } of commands) {
      expect({ name, kind }).toEqual({ name: expect.stringMatching(/^[A-Z]+$/), kind: CLIENT });
      expect(attributes).toEqual({ 'db.system.name': 'redis', 'db.operation.name': name });
    }
  });

  test('an image upload includes the calls to the bucket; the missing object is no error', async () => {
    const user = await insertUser(database.db);
    const form = new FormData();
    form.append('tempId', newTempId());
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f86c9' } });
    form.append('image', new Blob([new Uint8Array(await image.webp().toBuffer())]), 'canary.webp');
    const response = await fetch(`${server.url}/api/admin/chat/send-image/${user.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(response.status).toBe(200);
    const calls = (await childrenOf('POST /api/admin/chat/send-image/:userId')).filter(({ name }) =>
      name.startsWith('S3.'),
    );
    // The image and its preview.
    expect(calls.map(({ name }) => name).toSorted()).toEqual([
      'S3.HeadObject',
      'S3.HeadObject',
      'S3.PutObject',
      'S3.PutObject',
    ]);
    expect(calls.every(({ status }) => status.code === 0)).toBe(true);
    expect(calls.find(({ name }) => name === 'S3.PutObject')).toMatchObject({
      kind: CLIENT,
      attributes: { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': 'PutObject' },
    });
    const text = collector.bodies.join('');
    expect(text).not.toContain('canary');
    expect(text).not.toContain(user.id);
  });
});

describe('traces: the database pool and a bucket that does not respond', () => {
  const run = async (name: string, work: (traces: ReturnType<typeof createTraces>) => Promise<unknown>) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    const traces = createTraces({ protocol: 'http/json', ratio: 1, callerDecides: true, delayMs: 50 }, log);
    vi.unstubAllEnvs();
    await traces.runJob(name, () => work(traces));
    await traces.close();
    return childrenOf(name);
  };

  test('a query that waits for a connection has a span for it, one with an idle connection has none', async () => {
    const spans = await run('waiting', async ({ connectionWaited, statementDone }) => {
      const { url: databaseUrl } = database;
      const options = { databaseUrl, dataDir: '', logger: log, onConnectionWait: connectionWaited };
      const small = await openDatabase({ ...options, maxConnections: 1, onStatement: statementDone });
      const read = () => sql`select 1`.execute(small.db);
      await read();
      await Promise.all([read(), read()]);
      await small.close();
    });
    expect(spans.map(({ name }) => name).toSorted()).toEqual(['select', 'select', 'select', 'wait for a connection']);
  });

  test('a bucket that does not respond is a failed span', async () => {
    const spans = await run('away', async ({ s3Called }) => {
      const store = createS3ImageStore({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }, s3Called);
      await expect(store.has('chat/u/a.webp')).rejects.toThrow();
    });
    expect(spans).toEqual([
      expect.objectContaining({
        name: 'S3.HeadObject',
        status: expect.objectContaining({ code: ERROR }),
        attributes: expect.objectContaining({ 'error.type': 'ECONNREFUSED' }),
      }),
    ]);
  });
});
