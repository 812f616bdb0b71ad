import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { userConnected } from '@hai-dang/contract/chat/chat.events.ts';
import { events } from '@hai-dang/contract/events.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { reportAdded } from '@hai-dang/contract/moderation/reports.events.ts';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { newToken } from '../../auth/token.ts';
import { sendTextAsAdmin } from '../../chat/messages/send-text.ts';
import { arbitraryInput } from '../../testing/arbitrary-input.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventSample, namesSender } from '../../testing/event-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

/** The errors that a valid payload may still get; a text that the database cannot store is one of them. */
const EXPECTED_ERRORS = [
  'IDENTITY_MISMATCH',
  'CHAT_USER_NOT_FOUND',
  'MESSAGE_NOT_FOUND',
  'MESSAGE_KEY_REUSED',
  'QUOTED_MESSAGE_NOT_FOUND',
  'VALIDATION_FAILED',
];
/** The level of an error in the log. */
const ERROR_LEVEL = 50;
const FRIEND = 'https://panel.example.test';
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp({ allowedOrigins: [FRIEND] });
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const ago = (ms: number) => new Date(testApp.clock.now().getTime() - ms);
const received = events.filter((event) => event.direction === 'toServer');
const sent = events.filter((event) => event.direction === 'toClient');

interface Person {
  id: string;
  token: string | undefined;
}
const person = async (account: { id: string }, lastUsed = ago(0), fields = {}): Promise<Person> => ({
  id: account.id,
  token: await insertSession(testApp.database.db, account.id, lastUsed, fields),
});
const freshAdmin = async () => person(await insertAdmin(testApp.database.db));
const freshUser = async () => person(await insertUser(testApp.database.db));

/** The callers that cannot open a socket, and their errors. */
const strangers: Record<string, [code: string, who: () => Promise<Person>]> = {
  nobody: ['NOT_SIGNED_IN', async () => ({ id: 'nobody', token: undefined })],
  'a forged token': ['SESSION_EXPIRED', async () => ({ id: 'nobody', token: newToken() })],
  'a session older than 24 hours': [
    'SESSION_EXPIRED',
    async () => person(await insertAdmin(testApp.database.db), ago(24 * HOUR_MS), { last_used_at: ago(0) }),
  ],
  'a session unused for 8 hours': [
    'SESSION_EXPIRED',
    async () => person(await insertAdmin(testApp.database.db), ago(8 * HOUR_MS)),
  ],
  'a disabled administrator': [
    'ACCOUNT_DISABLED',
    async () => person(await insertAdmin(testApp.database.db, { is_disabled: true })),
  ],
};

describe('socket authentication: opening a socket', () => {
  test.each(Object.entries(strangers))('is rejected for %s', async (_who, [code, who]) => {
    const { id, token } = await who();
    for (const auth of [
      { token, adminId: id },
      { token: `Bearer ${token}`, adminId: id },
    ]) {
      if (token === undefined && auth.token !== undefined) continue;
      expect(await sockets.attemptConnect({ auth })).toEqual({ rejection: code });
    }
  });

  test.each(['', ' ', 'Bearer', null, 1, {}, [], { token: 'x' }, 'x'.repeat(10_000), '\0'].map((token) => [token]))(
    'is rejected for %j',
    async (token) => {
      const { rejection } = await sockets.attemptConnect({ auth: { token } });
      expect(['NOT_SIGNED_IN', 'SESSION_EXPIRED']).toContain(rejection);
    },
  );

  test('is accepted for an administrator, with the bare token or as a panel stores it', async () => {
    const { id, token = '' } = await freshAdmin();
    for (const auth of [{ token }, { token: `Bearer ${token}`, adminId: id }, { token, adminId: null }]) {
      expect((await sockets.attemptConnect({ auth })).socket?.connected).toBe(true);
    }
  });

  test('uses the account of the token, whatever else is sent', async () => {
    const { token } = await freshAdmin();
    const other = await freshAdmin();
    expect(await sockets.attemptConnect({ auth: { token, adminId: other.id } })).toEqual({
      rejection: 'IDENTITY_MISMATCH',
    });
  });

  test.each(['https://evil.test', 'null', 'http://panel.example.test', 'https://panel.example.test.evil.test'])(
    'is rejected for a page from %s, with any token',
    async (origin) => {
      const { id, token } = await freshAdmin();
      expect((await sockets.attemptConnect({ auth: { token, adminId: id }, origin })).socket).toBeUndefined();
    },
  );

  test('is accepted for a page of an allowed origin, and of the server’s own', async () => {
    const { token } = await freshAdmin();
    for (const origin of [FRIEND, url]) {
      expect((await sockets.attemptConnect({ auth: { token }, origin })).socket?.connected).toBe(true);
    }
  });

  test('by polling answers 404, in the usual envelope', async () => {
    const { token } = await freshAdmin();
    expect((await sockets.attemptConnect({ auth: { token }, transports: ['polling'] })).socket).toBeUndefined();
    const response = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'ROUTE_NOT_FOUND' });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('without a token is rejected, whatever the connection had before', async () => {
    const { token } = await freshAdmin();
    const { socket } = await sockets.attemptConnect({ auth: { token } });
    expect(socket && Reflect.get(socket, '_pid'), 'what a client would come back with').toBeUndefined();
    for (const claim of [{}, { token: '' }, { token: newToken() }]) {
      const { rejection } = await sockets.attemptConnect({ auth: { pid: 'x', offset: 'y', ...claim } });
      expect(['NOT_SIGNED_IN', 'SESSION_EXPIRED']).toContain(rejection);
    }
  });

  test('is rejected while the database is unavailable', async () => {
    const { token } = await freshAdmin();
    const { db } = testApp.database;
    await db.schema.alterTable('sessions').renameTo('hidden').execute();
    const rejected = await sockets.attemptConnect({ auth: { token } });
    await db.schema.alterTable('hidden').renameTo('sessions').execute();
    expect(rejected).toEqual({ rejection: 'INTERNAL_ERROR' });
    expect(testApp.logLines.join('')).toContain('a socket could not be opened');
    testApp.logLines.length = 0;
  });
});

describe.each(received)('$name', (event) => {
  const freshSender = () => (event.access === 'admin' ? freshAdmin() : freshUser());

  test('is acknowledged to its audience, and to no other', async () => {
    const { id: userId } = await freshUser();
    for (const [role, { id, token = '' }] of Object.entries({ user: await freshUser(), admin: await freshAdmin() })) {
      const sent = { userId, content: 'Chào', tempId: 't0' };
      const messageId = role === 'admin' ? (await sendTextAsAdmin(testApp.services.app, sent, { id }))._id : 'm1';
      const sample = eventSample(event, { senderId: id, userId, messageId });
      const response = await ask(await sockets.open(token), event.name, sample);
      if (role === event.access) expect(event.ack.parse(response)).toEqual(response);
      else expect(response).toMatchObject({ code: event.access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY' });
    }
  });

  test('needs no acknowledgement', async () => {
    const { id, token = '' } = await freshSender();
    const socket = await sockets.open(token);
    socket.emit(event.name, eventSample(event, { senderId: id, userId: id }));
    socket.emit(event.name, { nonsense: true });
    socket.emit(event.name);
    const greeting = event.access === 'admin' ? adminConnected : userConnected;
    expect(await ask(socket, greeting.name, id)).toEqual({ success: true });
  });

  test('with any payload is acknowledged as invalid or handled', { timeout: 60_000 }, async () => {
    const { token = '' } = await freshSender();
    const schema = toJSONSchema(event.payload, { io: 'input', unrepresentable: 'any' });
    let socket: Socket | undefined;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryInput(schema), fc.array(fc.jsonValue(), { maxLength: 2 }), async (input, more) => {
        // One socket may send twenty a second.
        if (asked % 20 === 0) {
          socket?.disconnect();
          socket = undefined;
        }
        asked += 1;
        socket ??= await sockets.open(token);
        const response = await ask(socket, event.name, input, ...more);
        const isValid = event.payload.safeParse(JSON.parse(JSON.stringify(input) ?? 'null')).success;
        const { success, data } = errorAckSchema.safeParse(response);
        if (!isValid) expect(data?.code).toBe('VALIDATION_FAILED');
        else if (success) expect(EXPECTED_ERRORS).toContain(data?.code);
        else event.ack.parse(response);
      }),
      { numRuns: 120 },
    );
    expect(testApp.logLines.filter((line) => JSON.parse(line).level >= ERROR_LEVEL)).toEqual([]);
  });
});

test.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'data:image/svg+xml,<svg/>',
  'vbscript:x',
])('admin_message, admin_send_image, send_message: a URL is no image: %j', async (address) => {
  const admin = await freshAdmin();
  const user = await freshUser();
  const socket = await sockets.open(admin.token ?? '');
  const common = { userId: user.id, adminId: admin.id, tempId: 't1' };
  for (const [name, payload] of [
    ['admin_message', { ...common, text: address, type: 'image' }],
    ['admin_send_image', { ...common, image: address }],
  ] as const) {
    expect(await ask(socket, name, payload)).toMatchObject({
      code: expect.stringMatching(/^(VALIDATION_FAILED|IMAGE_UNSUPPORTED)$/),
    });
  }
  const asUser = await sockets.open(user.token ?? '');
  expect(await ask(asUser, 'send_message', { content: address, type: 'image', tempId: 't1' })).toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});

test.each(received.filter(namesSender))('$name in another account’s name is rejected', async (event) => {
  const { token = '' } = event.access === 'admin' ? await freshAdmin() : await freshUser();
  const payload = eventSample(event, { senderId: (await freshAdmin()).id, userId: (await freshUser()).id });
  const forged = await ask(await sockets.open(token), event.name, payload);
  expect(forged).toMatchObject({ code: 'IDENTITY_MISMATCH', error: expect.stringMatching(/^\p{Lu}/u) });
});

/** Events to the followers of one subject are tested beside the feature. */
const ways = sent.flatMap((event) =>
  event.audience === 'any'
    ? (['account', 'admins'] as const).map((audience) => ({ event, audience }))
    : event.audience === 'room'
      ? []
      : [{ event, audience: event.audience }],
);

describe.each(ways)('event audience: $event.name, sent to $audience,', ({ event, audience }) => {
  test('reaches all sockets of one account, or the connected administrators', async () => {
    const admin = await freshAdmin();
    const other = await freshAdmin();
    const user = await freshUser();
    const sample = eventSample(event);
    const text = JSON.stringify(event.payload.parse(sample));
    const received: string[] = [];
    const listenOn = async (name: string, { id, token = '' }: Person, joins: boolean) => {
      const socket = await sockets.open(token);
      if (joins) await ask(socket, adminConnected.name, id);
      // Presence events of other accounts may arrive at the same time.
      socket.on(event.name, (payload) => JSON.stringify(payload) === text && received.push(name));
      return socket;
    };
    const all = [
      await listenOn('admin', admin, true),
      await listenOn('admin again', { ...admin, token: (await person(admin)).token }, true),
      await listenOn('other', other, true),
      await listenOn('silent', await freshAdmin(), false),
      await listenOn('user', user, true),
    ];
    const { publisher } = testApp.realtime;
    const publishing = Array.isArray(sample) ? sample.map(addSecret) : addSecret(sample);
    if (audience === 'account') {
      publisher.toAccount(admin.id, event as Parameters<typeof publisher.toAccount>[1], publishing);
    } else publisher.toAdmins(event as Parameters<typeof publisher.toAdmins>[0], publishing);
    // An event emitted before a response has arrived before it.
    for (const socket of all) await ask(socket, 'no_such_event');
    const expected = audience === 'account' ? ['admin', 'admin again'] : ['admin', 'admin again', 'other'];
    expect(received.sort()).toEqual(expected);
  });
});
const addSecret = (payload: unknown) => ({ ...(payload as object), secret: 1 });

test('publisher: an outgoing event that fails schema validation is logged and not sent', async () => {
  testApp.realtime.publisher.toAdmins(reportAdded, { reportId: 'r1' } as never);
  expect(testApp.logLines.join('')).toContain('failed schema validation');
  testApp.logLines.length = 0;
});

test('admin_disconnect: a socket that leaves the administrators’ room receives no more of its events', async () => {
  const { id, token = '' } = await freshAdmin();
  const socket = await sockets.open(token);
  let received = 0;
  socket.on(reportAdded.name, () => {
    received += 1;
  });
  await ask(socket, 'admin_connected', { adminId: id });
  await ask(socket, 'admin_disconnect');
  testApp.realtime.publisher.toAdmins(reportAdded, {
    reportId: 'r1',
    itemType: 'Post',
    itemId: 'p1',
    accountId: null,
    reporterId: null,
  });
  await ask(socket, 'no_such_event');
  expect(received).toBe(0);
});
