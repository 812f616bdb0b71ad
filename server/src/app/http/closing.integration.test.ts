import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { listen } from '../../testing/socket-client.ts';

/** Far below the time for which an idle connection is kept alive. */
const SOON_MS = 5_000;

test('app.close: responds to a request in flight, and does not wait until its connection closes', async () => {
  const { app, close } = await buildTestApp();
  const agent = new http.Agent({ keepAlive: true });
  const url = `${await listen(app)}/api/admin/login`;
  const headers = { 'content-type': 'application/json' };
  const request = http.request(url, { method: 'POST', agent, headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  const arrived = new Promise((resolve) => app.server.once('request', resolve));
  request.write('{"email":');
  await arrived;
  const closing = close().then(() => 'closed');
  await sleep(100);
  request.end('"nobody@example.com","password":"x"}');
  expect(await answered).toBe(401);
  expect(await Promise.race([closing, sleep(SOON_MS, 'open')])).toBe('closed');
  agent.destroy();
  await closing;
});
