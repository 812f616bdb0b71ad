import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { createSocketOpener, listen } from '../testing/socket-client.ts';

const URL = '/api/admin/account/preferences';
const DEFAULTS = DEFAULT_PREFERENCES;
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

async function newAdmin() {
  const { id } = await insertAdmin(testApp.database.db);
  return { id, token: await insertSession(testApp.database.db, id, testApp.clock.now()) };
}
const read = async (token: string) => (await testApp.send('GET', URL, { token })).json().preferences;
const change = (token: string, body: unknown) => testApp.send('PUT', URL, { token, body });

test('updatePreferences: changes the given fields, for the caller alone', async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  expect(await read(admin.token)).toEqual(DEFAULTS);
  const blurred = { ...DEFAULTS, reportImages: 'blur' };
  expect((await change(admin.token, { reportImages: 'blur' })).json().preferences).toEqual(blurred);
  const elsewhere = await insertSession(testApp.database.db, admin.id, testApp.clock.now());
  expect(await read(elsewhere)).toEqual(blurred);
  await change(admin.token, { opensNextReport: false, reportList: 'status=pending&group=1' });
  const both = { ...blurred, opensNextReport: false, reportList: 'status=pending&group=1' };
  expect(await read(admin.token)).toEqual(both);
  await change(admin.token, {});
  expect(await read(admin.token)).toEqual(both);
  expect(await read(other.token)).toEqual(DEFAULTS);
});

test('updatePreferences: the first two changes at the same moment are both stored', async () => {
  const { token } = await newAdmin();
  await Promise.all([change(token, { reportImages: 'grey' }), change(token, { opensNextReport: false })]);
  expect(await read(token)).toEqual({ ...DEFAULTS, reportImages: 'grey', opensNextReport: false });
});

test('updatePreferences: rejects invalid values and changes nothing', async () => {
  const { token } = await newAdmin();
  const before = await fingerprint(testApp.database.db);
  for (const body of [
    { reportImages: 'sepia' },
    { reportImages: null },
    { reportList: 'x'.repeat(201) },
    { opensNextReport: 'false' },
    { emailKinds: ['spam'] },
    { quietHours: { from: '24:00', until: '07:00' } },
    { density: 'tiny' },
    { startScreen: 'audit' },
    { sounds: ['message', 'message', 'message'] },
    { dismissedHints: Array.from({ length: 51 }, String) },
    [],
  ]) {
    expect((await change(token, body)).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  expect(await fingerprint(testApp.database.db)).toEqual(before);
});

test("updatePreferences: notifies the caller's other sockets, and no other account", async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const received: string[] = [];
  for (const { token, id } of [admin, other]) {
    const socket = await sockets.open(token);
    await socket.timeout(3_000).emitWithAck('admin_connected', id);
    socket.on('preferences_changed', () => received.push(id));
  }
  await change(admin.token, { reportImages: 'blur' });
  await change(other.token, { reportImages: 'blur' });
  await expect.poll(() => received).toEqual([admin.id, other.id]);
});

test('updatePreferences: stores e-mail kinds and quiet hours; null clears them', async () => {
  const { token } = await newAdmin();
  const alerts = {
    emailKinds: ['overdue', 'child_safety'],
    quietHours: { from: '22:30', until: '06:05' },
    isChildSafetyLoud: false,
  };
  await change(token, alerts);
  expect(await read(token)).toEqual({ ...DEFAULTS, ...alerts });
  await change(token, { quietHours: null });
  expect(await read(token)).toEqual({ ...DEFAULTS, ...alerts, quietHours: null });
});

test('updatePreferences: stores density, first screen, keys, sounds and notices', async () => {
  const { token } = await newAdmin();
  const changed = {
    density: 'compact',
    startScreen: 'reports',
    hasShortcuts: false,
    sounds: ['notification', 'message'],
    messageNotices: [],
    desktopKinds: ['message'],
    dismissedHints: ['chat'],
  };
  await change(token, changed);
  expect(await read(token)).toEqual({ ...DEFAULTS, ...changed });
});
