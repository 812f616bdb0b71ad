import { endpoints } from '@hai-dang/contract/endpoints.ts';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { type PublishedEvent, recordPublished } from '../testing/published-events.ts';
import type { Sample } from '../testing/sample.ts';
import { auditExpectations, repeatedCalls } from '../testing/samples.ts';

let testApp: TestApp;
let published: PublishedEvent[];
beforeAll(async () => {
  testApp = await buildTestApp();
  published = recordPublished(testApp);
});
afterAll(() => testApp.close());

const changing = endpoints.filter(({ mutates, unaudited }) => mutates && !unaudited);
const unaudited = endpoints.filter((endpoint) => endpoint.unaudited);
const entriesFor = (requestId: unknown) =>
  testApp.database.db.selectFrom('audit_entries').selectAll().where('request_id', '=', String(requestId)).execute();
const countEntries = async () => (await testApp.database.db.selectFrom('audit_entries').select('id').execute()).length;

/** The caller: a new account, so that a call may end its session. */
async function freshCaller(endpoint: Endpoint, sample: Sample) {
  const { db } = testApp.database;
  if (sample.createdCaller) return { id: '', username: sample.createdCaller, token: undefined };
  if (endpoint.access === 'public') {
    const { email = '' } = sample.body as { email?: string };
    const account = await db
      .selectFrom('users')
      .selectAll()
      .where((eb) => eb.or([eb('email', '=', email), eb('id', '=', sample.callerId ?? '')]))
      .executeTakeFirst();
    return { id: '', username: '', ...account, token: undefined };
  }
  const id = sample.callerId ?? sample.ownerId;
  const account = id
    ? await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    : await insertUser(db, { role: endpoint.access === 'user' ? 'user' : 'admin' });
  return { ...account, token: await insertSession(db, account.id, testApp.clock.now()) };
}

/** A rule is named by its key; a decision is recorded for its subject; an invitation comes with its token. */
interface Created {
  _id?: string;
  key?: string;
  subject?: { subject: { itemId: string } };
  invitation?: { _id: string };
  webhook?: { _id: string };
}
const createdId = ({ _id, key, subject, invitation, webhook }: Created) =>
  _id ?? key ?? subject?.subject.itemId ?? invitation?._id ?? webhook?._id;
const idByName = async (username: string) =>
  (
    await testApp.database.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id;
const targetIdOf = ({ targetId, params }: Sample) => (targetId === undefined ? (params?.['id'] ?? null) : targetId);

test('audit log: exactly the mutating endpoints have an expected entry', () => {
  expect(Object.keys(auditExpectations).sort()).toEqual(changing.map(({ name }) => name).sort());
});

describe.each(changing)('$name', (endpoint) => {
  test('writes one entry: actor, action, target, states before and after, IP', async () => {
    const expected = auditExpectations[endpoint.name];
    if (!expected) throw new Error(`no expectation for ${endpoint.name}`);
    const sample = await sampleOf(endpoint, testApp);
    const caller = await freshCaller(endpoint, sample);
    const count = await countEntries();
    const response = await sendSample(testApp, endpoint, sample, caller.token);
    expect(response.statusCode).toBe(endpoint.status);
    expect(await countEntries()).toBe(count + 1);
    const [entry] = await entriesFor(response.headers['x-request-id']);
    const createdCallerId = sample.createdCaller && (await idByName(sample.createdCaller));
    const targetId = endpoint.status === 201 ? createdId(response.json().data) : targetIdOf(sample);
    expect(entry).toMatchObject({
      actor_id: createdCallerId ?? caller.id,
      actor_name: caller.username,
      action: expected.action,
      target_type: expected.target,
      target_id: createdCallerId ?? targetId,
      before: expected.before,
      after: expected.after,
      reason: null,
      ip: '127.0.0.1',
      created_at: testApp.clock.now(),
    });
    if (expected.target) expect(entry?.target_name).toMatch(/\S/);
    // The action is as expected; the rest contains no secret.
    expect(JSON.stringify({ ...entry, action: undefined })).not.toMatch(/password|token|argon2/i);
  });
});

test('repeated calls: exactly the changing endpoints without an entry have an expected response', () => {
  const names = unaudited.filter(({ mutates }) => mutates).map(({ name }) => name);
  expect(Object.keys(repeatedCalls).sort()).toEqual(names.sort());
});

const againOf = ({ name }: Endpoint) => auditExpectations[name]?.again ?? repeatedCalls[name];

test.each(endpoints.filter((endpoint) => againOf(endpoint)))(
  '$name: publishes nothing twice; repeated, changes, records and publishes nothing',
  async (endpoint) => {
    const sample = await sampleOf(endpoint, testApp);
    const { token } = await freshCaller(endpoint, sample);
    published.length = 0;
    expect((await sendSample(testApp, endpoint, sample, token)).statusCode).toBe(endpoint.status);
    const texts = published.map((event) => JSON.stringify(event));
    expect(texts).toEqual([...new Set(texts)]);
    const before = await fingerprint(testApp.database.db);
    published.length = 0;
    const response = await sendSample(testApp, endpoint, sample, token);
    expect(response.statusCode).toBe(againOf(endpoint));
    expect(await fingerprint(testApp.database.db)).toEqual(before);
    expect(published).toEqual([]);
  },
);

test.each(endpoints.filter((endpoint) => !changing.includes(endpoint)))('$name: writes no entry', async (endpoint) => {
  const sample = await sampleOf(endpoint, testApp);
  const { token } = await freshCaller(endpoint, sample);
  const count = await countEntries();
  expect((await sendSample(testApp, endpoint, sample, token)).statusCode).toBe(endpoint.status);
  expect(await countEntries()).toBe(count);
});

test('audit log: an entry can be neither updated nor deleted', async () => {
  await testApp.post('/api/admin/login', { email: 'nobody@example.test', password: 'wrong' });
  expect(await countEntries()).toBeGreaterThan(0);
  const { db } = testApp.database;
  const alter = db.updateTable('audit_entries').set({ actor_id: 'someone else' }).execute();
  await expect(alter).rejects.toThrow('append-only');
  await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow('append-only');
});
