import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertUser } from '../testing/factories.ts';
import { parseConfig } from './config.ts';
import { prepareData } from './prepare-data.ts';

const ADMIN = { email: 'lan@company.example', password: 'a long enough password' };
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

test('prepareData: ADMIN_EMAIL gets an administrator although both derived names are in use, and keeps it at the next start', async () => {
  const { database, services, clock } = testApp;
  for (const username of ['lan', ADMIN.email]) await insertUser(database.db, { username });
  const config = parseConfig({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, DEMO_DATA: '0' });
  const images = createDiskImageStore(path.join(os.tmpdir(), 'hai-dang-never-made'));
  const start = () =>
    prepareData({ database, services, images, config, clock, logger: createLogger({ level: 'silent' }) });
  await start();
  await start();
  const response = await testApp.send('POST', '/api/admin/login', { token: undefined, body: ADMIN });
  expect(response.json()).toMatchObject({ admin: { username: expect.stringMatching(/^lan-[0-9a-f]{6}$/) } });
});
