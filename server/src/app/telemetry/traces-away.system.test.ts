import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freePort, type SpawnedServer, spawnServer, untilReady } from '../../testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTraceCollector } from '../../testing/trace-collector.ts';

const AWAY = 'trace export failed';
const BACK = 'trace export works again';
/** Prints every loaded file of OpenTelemetry, by import or require, except its API, which the job library imports. */
const WATCH_LOADING = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/@opentelemetry\\/(?!api\\/)/.test(url)) process.stderr.write('loaded ' + url + '\\n');
  return next(url, context);
} });`;
let database: TestDatabase;
let dataDir: string;
const servers: SpawnedServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-traces-away-'));
});
afterEach(async () => {
  for (const { child, exit } of servers.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(settings: Record<string, string>): Promise<SpawnedServer> {
  const server = await spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(WATCH_LOADING)}`,
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    ...settings,
  });
  servers.push(server);
  await untilReady(server);
  return server;
}

async function expectEnd({ child, exit }: SpawnedServer): Promise<void> {
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
}

const count = (text: string, part: string): number => text.split(part).length - 1;

test('traces: without the setting OpenTelemetry is not loaded', async () => {
  const server = await start({});
  await expectEnd(server);
  expect(server.output()).not.toContain('loaded ');
});

test('traces: a collector that hangs is logged once, and once when it is back; calls are not affected', async () => {
  const collector = await startTraceCollector();
  collector.hangs = true;
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(server.output()).toContain('loaded ');
  const call = async () => expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  await vi.waitFor(
    async () => {
      await call();
      expect(collector.bodies.length).toBeGreaterThan(3);
    },
    { timeout: 15_000, interval: 50 },
  );
  expect(count(server.output(), AWAY)).toBe(1);
  expect(server.output()).not.toContain(BACK);
  collector.hangs = false;
  await vi.waitFor(
    async () => {
      await call();
      expect(server.output()).toContain(BACK);
    },
    { timeout: 15_000, interval: 50 },
  );
  expect(collector.spans.map(({ name }) => name)).toContain('GET /health/live');
  collector.hangs = true;
  await call();
  await expectEnd(server);
  expect(count(server.output(), BACK)).toBe(1);
  await collector.close();
});

test('traces: a collector that is unreachable costs only its spans, at the shutdown as well', async () => {
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  await vi.waitFor(
    async () => {
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      expect(server.output()).toContain(AWAY);
    },
    { timeout: 15_000, interval: 50 },
  );
  await expectEnd(server);
  expect(count(server.output(), AWAY)).toBe(1);
});
