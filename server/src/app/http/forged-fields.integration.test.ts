import { events } from '@hai-dang/contract/events.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendTextAsAdmin } from '../../chat/messages/send-text.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addresses, sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { eventSample } from '../../testing/event-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { insertAppealToken } from '../../testing/moderation-factories.ts';
import type { Sample } from '../../testing/sample.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

const CANARY = 'canary-7d1f0c';
let testApp: TestApp;
let url: string;
let victim: { id: string; username: string };
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'trace' });
  url = await listen(testApp.app);
  victim = await insertAdmin(testApp.database.db, { username: 'Người bị mạo danh' });
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

/** Names another account as the caller, makes itself an administrator, and contains secrets. */
function forged(): Record<string, unknown> {
  const names = ['adminId', 'senderId', 'actorId', 'actor_id', 'reporter', 'reporterId', 'sender', 'createdBy'];
  const claims = Object.fromEntries(names.map((name) => [name, victim.id]));
  const prototypes = JSON.parse(
    '{"__proto__":{"role":"admin","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  );
  return {
    ...claims,
    role: 'admin',
    isAdmin: true,
    isAdminMessage: true,
    vohieuhoa: true,
    secret: CANARY,
    ...prototypes,
  };
}

/** The fields of a form are texts, and few. */
const forgedTexts = () => ({ adminId: victim.id, senderId: victim.id, role: 'admin', isAdmin: 'true', secret: CANARY });

const rolesOf = () =>
  testApp.database.db.selectFrom('users').select(['id', 'role', 'is_disabled']).orderBy('id').execute();

async function callerOf(access: string, { callerId, ownerId }: Sample): Promise<string> {
  const { db } = testApp.database;
  return callerId ?? ownerId ?? (await (access === 'user' ? insertUser(db) : insertAdmin(db))).id;
}

describe.each(addresses)('$method $path', (address) => {
  const { endpoint } = address;

  test('acts for its caller, whichever account the body names, and logs no unknown field', async () => {
    const { db } = testApp.database;
    const sample = await sampleOf(endpoint, testApp);
    const callerId = await callerOf(endpoint.access, sample);
    const token = endpoint.access === 'public' ? undefined : await insertSession(db, callerId, testApp.clock.now());
    const rolesBefore = await rolesOf();
    const messagesBefore = await db.selectFrom('messages').select('id').execute();
    testApp.logLines.length = 0;
    const target: typeof testApp = {
      ...testApp,
      send: (method, path, call) =>
        testApp.send(method, `${path}?adminId=${victim.id}&role=admin&token=${CANARY}`, call),
    };
    const body = { ...(endpoint.upload ? forgedTexts() : forged()), ...(sample.body as object | undefined) };
    const response = await sendSample(target, address, { ...sample, body }, token);
    expect(response.statusCode).toBe(endpoint.status);

    const requestId = String(response.headers['x-request-id']);
    const entries = await db.selectFrom('audit_entries').selectAll().where('request_id', '=', requestId).execute();
    for (const { actor_id } of entries) expect(actor_id).not.toBe(victim.id);
    const old = new Set(messagesBefore.map(({ id }) => id));
    const messages = await db.selectFrom('messages').select(['id', 'sender_id']).execute();
    for (const { id, sender_id } of messages) if (!old.has(id)) expect(sender_id).toBe(callerId);
    const roles = new Map((await rolesOf()).map(({ id, role }) => [id, role]));
    for (const { id, role } of rolesBefore) if (roles.has(id)) expect(roles.get(id)).toBe(role);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);

    const log = testApp.logLines.join('');
    expect(log).not.toContain(CANARY);
    if (token) expect(log).not.toContain(token);
    const password = (sample.body as { password?: string } | undefined)?.password;
    if (password) expect(log).not.toContain(password);
    expect(response.body).not.toContain(CANARY);
  });
});

describe.each(addresses.filter(({ endpoint }) => endpoint.allowedWithAppealToken))('$method $path', (address) => {
  test('with the token of a rejected sign-in acts for that account, whichever one the body names', async () => {
    const { db } = testApp.database;
    const sample = await sampleOf(address.endpoint, testApp);
    const callerId = sample.ownerId ?? '';
    await db.updateTable('users').set({ is_disabled: true }).where('id', '=', callerId).execute();
    const hour = new Date(testApp.clock.now().getTime() + 3_600_000);
    const token = await insertAppealToken(db, callerId, hour);
    const stranger = await insertAppealToken(db, (await insertUser(db, { is_disabled: true })).id, hour);
    const body = { ...forged(), userId: callerId, user_id: callerId, ...(sample.body as object | undefined) };
    const other = await sendSample(testApp, address, { ...sample, body }, stranger);
    if (address.endpoint.mutates) expect(other.json()).toMatchObject({ code: 'NOTICE_NOT_FOUND' });
    else expect(other.json()).toMatchObject({ data: [] });
    const response = await sendSample(testApp, address, { ...sample, body }, token);
    expect(response.statusCode).toBe(address.endpoint.status);
    const appeals = await db.selectFrom('appeals').select('user_id').where('user_id', '!=', callerId).execute();
    expect(appeals).not.toContainEqual({ user_id: victim.id });
    expect(testApp.logLines.join('')).not.toContain(token);
  });
});

describe.each(events.filter(({ direction }) => direction === 'toServer'))('$name', (event) => {
  test("is attributed to the account of the socket's token, whatever the payload names", async () => {
    if (event.direction !== 'toServer') return;
    const { db } = testApp.database;
    const { id } = await (event.access === 'admin' ? insertAdmin(db) : insertUser(db));
    const { id: userId } = await insertUser(db);
    const token = await insertSession(db, id, testApp.clock.now());
    testApp.logLines.length = 0;
    const socket = await sockets.open(token);
    const sent = { userId, content: 'Chào', tempId: 't0' };
    const messageId = event.access === 'admin' ? (await sendTextAsAdmin(testApp.services.app, sent, { id }))._id : 'm1';
    const sample = eventSample(event, { senderId: id, userId, messageId });
    const { adminId, senderId, ...others } = forged();
    const payload = isPlainObject(sample) ? { ...others, ...sample } : sample;
    expect(event.ack.safeParse(await ask(socket, event.name, payload)).success).toBe(true);
    const messages = await db.selectFrom('messages').select('sender_id').where('user_id', 'in', [id, userId]).execute();
    for (const { sender_id } of messages) expect(sender_id).toBe(id);
    expect(testApp.logLines.join('')).not.toMatch(new RegExp(`${CANARY}|${token}`));
  });
});

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

test('forged fields: none is stored anywhere', async () => {
  const { db } = testApp.database;
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of rows) {
    const found = await sql`select from ${sql.table(name)} t where t::text like ${`%${CANARY}%`}`.execute(db);
    expect(found.rows, name).toEqual([]);
  }
});
