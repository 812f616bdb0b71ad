import type { Settings, UpdateSettingsBody } from '@hai-dang/contract/moderation/settings.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openTwoAdminsAndUser } from '../../testing/chat-members.ts';
import { makeDecision, readSubject } from '../../testing/decisions.ts';
import { insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

const PATH = '/api/admin/settings';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const read = async (): Promise<Settings> => (await testApp.post(PATH)).json().data;
const put = async (fields: Partial<UpdateSettingsBody>) => {
  const { updatedAt: _, ...present } = await read();
  return testApp.send('PUT', PATH, { body: { ...present, ...fields } });
};

test('getSettings: a new database has the default settings', async () => {
  expect(await read()).toEqual({
    ladder: [
      { points: 3, action: 'suspend', suspendDays: 7 },
      { points: 6, action: 'suspend', suspendDays: 30 },
      { points: 9, action: 'disable', suspendDays: null },
    ],
    dueHours: [24, 24, 24, 1],
    appealDueHours: 48,
    appealDays: 30,
    isSealingOn: true,
    isHidingOn: false,
    hidingReporters: 5,
    version: 1,
    updatedAt: expect.any(String),
  });
});

describe('updateSettings', () => {
  test('raises the version, and keeps the fields that are the same', async () => {
    const before = await read();
    const response = await put({ appealDueHours: 24, isHidingOn: true });
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    const updatedAt = testApp.clock.now().toISOString();
    expect(data).toEqual({ ...before, appealDueHours: 24, isHidingOn: true, version: before.version + 1, updatedAt });
    expect(await read()).toEqual(data);
  });

  test.each([
    [
      'a ladder that does not rise',
      { ladder: [6, 3].map((points) => ({ points, action: 'disable', suspendDays: null })) },
    ],
    ['a suspension without days', { ladder: [{ points: 3, action: 'suspend', suspendDays: null }] }],
    ['seven steps', { ladder: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ points: n, action: 'suspend', suspendDays: n })) }],
    ['0 hours of a severity', { dueHours: [24, 24, 0, 1] }],
    ['0 hours', { appealDueHours: 0 }],
    ['half a day', { appealDays: 0.5 }],
    ['one reporter', { hidingReporters: 1 }],
    ['a text for a number', { hidingReporters: '5' }],
    ['no version', { version: undefined }],
  ])('with %s is rejected and changes nothing', async (_, fields) => {
    const before = await fingerprint(testApp.database.db);
    const response = await put(fields as Partial<UpdateSettingsBody>);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });
});

test('getSubject: the ladder of the settings proposes, from the next call on', async () => {
  const { db } = testApp.database;
  const subject = { itemType: 'User', itemId: (await insertUser(db)).id };
  await makeDecision(testApp, subject, { policy: 'harassment', actions: ['warn'] });
  const strikesOf = async () => (await readSubject(testApp, subject)).strikes;
  expect(await strikesOf()).toMatchObject({ points: 2, recommended: null });
  const ladder = [{ points: 2, action: 'suspend' as const, suspendDays: 3 }];
  await put({ ladder });
  expect(await strikesOf()).toEqual({ points: 2, recommended: { action: 'suspend', suspendDays: 3 }, ladder });
  await put({ ladder: [] });
  expect(await strikesOf()).toEqual({ points: 2, recommended: null, ladder: [] });
});

describe('settings_changed', () => {
  let url: string;
  beforeAll(async () => {
    url = await listen(testApp.app);
  });
  const sockets = createSocketOpener(() => url);
  afterEach(() => sockets.closeAll());

  test('is emitted to all administrators, and to no other account', async () => {
    const members = await openTwoAdminsAndUser(testApp, sockets);
    await put({ appealDueHours: 36 });
    await put({ appealDueHours: 37 });
    const two = Array(2).fill(['settings_changed', {}]);
    expect(await Promise.all(members.map(eventsOf))).toEqual([two, two, []]);
  });
});
