import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { freePort } from '../../testing/spawn-server.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

test('serveMetrics: a metric that cannot be read gives 500, is logged, and the next read is served', async () => {
  const testApp = await buildTestApp();
  onTestFinished(() => testApp.close());
  const { database, realtime, services } = testApp;
  let isBroken = true;
  const retention = {
    countPurged: () => {
      if (isBroken) throw new Error('a figure is broken');
      return { audit_entries: 0, report_snapshots: 0, letters: 0, notes: 0, bulks: 0, images: 0 };
    },
  };
  const metrics = createMetrics();
  metrics.readFrom({ pool: database.pool, realtime, services, retention, stream: undefined });
  const lines: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const port = await freePort();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  onTestFinished(await serveMetrics(metrics, { host: '127.0.0.1', port }, log));
  const url = `http://127.0.0.1:${port}/metrics`;

  expect((await fetch(url)).status).toBe(500);
  expect(lines.join('')).toContain('a figure is broken');
  isBroken = false;
  const next = await fetch(url);
  expect(next.status).toBe(200);
  expect(await next.text()).toContain('hai_dang_retention_removed_total');
  expect(unhandled).not.toHaveBeenCalled();
});
