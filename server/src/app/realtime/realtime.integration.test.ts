import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { userConnected } from '@hai-dang/contract/chat/chat.events.ts';
import { events } from '@hai-dang/contract/events.ts';
import { errorAckSchema } from '@hai-dang/contract/lib/socket.errors.ts';
import { reportAdded } from '@hai-dang/contract/reports/reports.events.ts';
import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { newToken } from '../../auth/token.ts';
import { arbitraryInput } from '../../testing/arbitrary-input.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventSample, namesSender } from '../../testing/event-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { ask, createSocketOpener, listen } from '../../testing/socket-client.ts';

const HOUR_MS = 3_600_000;
/** What a payload that is valid may still be rejected for; a text that no database can store is one of them. */
const EXPECTED_ERRORS = ['IDENTITY_MISMATCH', 'CHAT_USER_NOT_FOUND', 'MESSAGE_KEY_REUSED', 'VALIDATION_FAILED'];
/** As the log writes it. */
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

/** Who cannot open a socket, and the error that they get. */
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

describe('who opens a socket', () => {
  test.each(Object.entries(strangers))('not %s', async (_who, [code, who]) => {
    const { id, token } = await who();
    for (const auth of [
      { token, adminId: id },
      { token: `Bearer ${token}`, adminId: id },
    ]) {
      if (token === undefined && auth.token !== undefined) continue;
      expect(await sockets.knock({ auth })).toEqual({ rejection: code });
    }
  });

  test.each(['', ' ', 'Bearer', null, 1, {}, [], { token: 'x' }, 'x'.repeat(10_000), '\0'].map((token) => [token]))(
    'not %j',
    async (token) => {
      const { rejection } = await sockets.knock({ auth: { token } });
      expect(['NOT_SIGNED_IN', 'SESSION_EXPIRED']).toContain(rejection);
    },
  );

  test('an administrator, with the token bare or as a panel stores it', async () => {
    const { id, token = '' } = await freshAdmin();
    for (const auth of [{ token }, { token: `Bearer ${token}`, adminId: id }, { token, adminId: null }]) {
      expect((await sockets.knock({ auth })).socket?.connected).toBe(true);
    }
  });

  test('nobody under another name than the token’s', async () => {
    const { token } = await freshAdmin();
    const other = await freshAdmin();
    expect(await sockets.knock({ auth: { token, adminId: other.id } })).toEqual({ rejection: 'IDENTITY_MISMATCH' });
  });

  test.each(['https://evil.test', 'null', 'http://panel.example.test', 'https://panel.example.test.evil.test'])(
    'no page from %s, whatever its token',
    async (origin) => {
      const { id, token } = await freshAdmin();
      expect((await sockets.knock({ auth: { token, adminId: id }, origin })).socket).toBeUndefined();
    },
  );

  test('a page of an allowed origin, and one of the server’s own', async () => {
    const { token } = await freshAdmin();
    for (const origin of [FRIEND, url]) {
      expect((await sockets.knock({ auth: { token }, origin })).socket?.connected).toBe(true);
    }
  });

  test('nobody by polling, whose address is not there, in the usual envelope', async () => {
    const { token } = await freshAdmin();
    expect((await sockets.knock({ auth: { token }, transports: ['polling'] })).socket).toBeUndefined();
    const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, code: 'ROUTE_NOT_FOUND' });
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('nobody by what is remembered of an earlier connection', async () => {
    const { token } = await freshAdmin();
    const { socket } = await sockets.knock({ auth: { token } });
    expect(socket && Reflect.get(socket, '_pid'), 'what a client would come back with').toBeUndefined();
    for (const claim of [{}, { token: '' }, { token: newToken() }]) {
      const { rejection } = await sockets.knock({ auth: { pid: 'x', offset: 'y', ...claim } });
      expect(['NOT_SIGNED_IN', 'SESSION_EXPIRED']).toContain(rejection);
    }
  });

  test('nobody while the database does not know', async () => {
    const { token } = await freshAdmin();
    const { db } = testApp.database;
    await db.schema.alterTable('sessions').renameTo('hidden').execute();
    const rejected = await sockets.knock({ auth: { token } });
    await db.schema.alterTable('hidden').renameTo('sessions').execute();
    expect(rejected).toEqual({ rejection: 'INTERNAL_ERROR' });
    expect(testApp.logLines.join('')).toContain('a socket could not be opened');
    testApp.logLines.length = 0;
  });
});

describe.each(received)('$name', (event) => {
  const freshSender = () => (event.access === 'admin' ? freshAdmin() : freshUser());

  test('is answered to those it is for, and to no other', async () => {
    const { id: userId } = await freshUser();
    for (const [role, { id, token = '' }] of Object.entries({ user: await freshUser(), admin: await freshAdmin() })) {
      const answer = await ask(await sockets.open(token), event.name, eventSample(event, { senderId: id, userId }));
      if (role === event.access) expect(event.ack.parse(answer)).toEqual(answer);
      else expect(answer).toMatchObject({ code: event.access === 'admin' ? 'ADMIN_ONLY' : 'USERS_ONLY' });
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

  test('with whatever payload is acknowledged as invalid or taken as meant', { timeout: 60_000 }, async () => {
    const { token = '' } = await freshSender();
    const schema = toJSONSchema(event.payload, { io: 'input', unrepresentable: 'any' });
    let socket: Socket | undefined;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryInput(schema), fc.array(fc.jsonValue(), { maxLength: 2 }), async (input, more) => {
        // Twenty a second is what one socket may send.
        if (asked % 20 === 0) {
          socket?.disconnect();
          socket = undefined;
        }
        asked += 1;
        socket ??= await sockets.open(token);
        const answer = await ask(socket, event.name, input, ...more);
        const isValid = event.payload.safeParse(JSON.parse(JSON.stringify(input) ?? 'null')).success;
        const { success, data } = errorAckSchema.safeParse(answer);
        if (!isValid) expect(data?.code).toBe('VALIDATION_FAILED');
        else if (success) expect(EXPECTED_ERRORS).toContain(data?.code);
        else event.ack.parse(answer);
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
])('an address is no image: %j', async (address) => {
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

test.each(received.filter(namesSender))('$name under another’s name is rejected', async (event) => {
  const { token = '' } = event.access === 'admin' ? await freshAdmin() : await freshUser();
  const payload = eventSample(event, { senderId: (await freshAdmin()).id, userId: (await freshUser()).id });
  const forged = await ask(await sockets.open(token), event.name, payload);
  expect(forged).toMatchObject({ code: 'IDENTITY_MISMATCH', error: expect.stringMatching(/^\p{Lu}/u) });
});

/** What goes to those who follow one thing is proved beside the feature. */
const ways = sent.flatMap((event) =>
  event.audience === 'any'
    ? (['account', 'admins'] as const).map((audience) => ({ event, audience }))
    : event.audience === 'room'
      ? []
      : [{ event, audience: event.audience }],
);

describe.each(ways)('$event.name, sent to $audience,', ({ event, audience }) => {
  test('reaches all sockets of one account, or the administrators who are there', async () => {
    const admin = await freshAdmin();
    const other = await freshAdmin();
    const user = await freshUser();
    const sample = eventSample(event);
    const text = JSON.stringify(event.payload.parse(sample));
    const received: string[] = [];
    const listenOn = async (name: string, { id, token = '' }: Person, joins: boolean) => {
      const socket = await sockets.open(token);
      if (joins) await ask(socket, adminConnected.name, id);
      // Others may be told of at the same time: people come and go.
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
    const telling = Array.isArray(sample) ? sample.map(addSecret) : addSecret(sample);
    if (audience === 'account') {
      publisher.toAccount(admin.id, event as Parameters<typeof publisher.toAccount>[1], telling);
    } else publisher.toAdmins(event as Parameters<typeof publisher.toAdmins>[0], telling);
    // What was sent before an answer has come before it.
    for (const socket of all) await ask(socket, 'no_such_event');
    const expected = audience === 'account' ? ['admin', 'admin again'] : ['admin', 'admin again', 'other'];
    expect(received.sort()).toEqual(expected);
  });
});
const addSecret = (payload: unknown) => ({ ...(payload as object), secret: 1 });

test('an outgoing event that fails schema validation is logged and not sent', async () => {
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
