import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { type Access, type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '../../auth/token.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addresses, contentOf, sampleOf, sendSample } from '../../testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { insertAppealToken } from '../../testing/moderation-factories.ts';
import type { Sample } from '../../testing/sample.ts';
import { expectSecurityHeaders } from '../../testing/security-headers.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const ago = (ms: number) => new Date(testApp.clock.now().getTime() - ms);

type Rejection = readonly [status: number, code: string];
/**
 * The callers, created for each call, and the errors that they get from endpoints for administrators and for app users.
 */
interface CallerKind {
  token: (sample: Sample) => Promise<string | undefined>;
  /** null: the caller has access. */
  rejection: Record<Exclude<Access, 'public'>, Rejection | null>;
  /** It has access to these, whatever `rejection` says. */
  allowed?: (endpoint: Endpoint) => boolean;
  /** Its session has expired, and is deleted by the first call with it. */
  isOver?: true;
}
const everywhere = (status: number, code: string) =>
  ({ admin: [status, code], user: [status, code], authenticated: [status, code] }) as const;
const sessionOf = async (role: 'admin' | 'user', isDisabled = false) => {
  const { id } = await insertUser(testApp.database.db, { role, is_disabled: isDisabled });
  return insertSession(testApp.database.db, id, ago(0));
};
/** Any administrator, unless only one may act on the row. */
const adminSessionFor = ({ callerId }: Sample) =>
  callerId === undefined ? sessionOf('admin') : insertSession(testApp.database.db, callerId, ago(0));

const userSessionFor = ({ ownerId }: Sample) =>
  ownerId === undefined ? sessionOf('user') : insertSession(testApp.database.db, ownerId, ago(0));

const callers: Record<string, CallerKind> = {
  nobody: { rejection: everywhere(401, 'NOT_SIGNED_IN'), token: async () => undefined },
  'a forged token': { rejection: everywhere(401, 'SESSION_EXPIRED'), token: async () => newToken() },
  'a session older than 24 hours': {
    isOver: true,
    rejection: everywhere(401, 'SESSION_EXPIRED'),
    token: async () => {
      const { id } = await insertAdmin(testApp.database.db);
      return insertSession(testApp.database.db, id, ago(24 * HOUR_MS), { last_used_at: ago(0) });
    },
  },
  'a session unused for 8 hours': {
    isOver: true,
    rejection: everywhere(401, 'SESSION_EXPIRED'),
    token: async () => {
      const { id } = await insertAdmin(testApp.database.db);
      return insertSession(testApp.database.db, id, ago(8 * HOUR_MS));
    },
  },
  'an app user': { rejection: { admin: [403, 'ADMIN_ONLY'], user: null, authenticated: null }, token: userSessionFor },
  'a disabled app user': { rejection: everywhere(403, 'ACCOUNT_DISABLED'), token: () => sessionOf('user', true) },
  'a disabled app user, with the token of the rejected sign-in': {
    rejection: everywhere(401, 'SESSION_EXPIRED'),
    allowed: ({ allowedWithAppealToken }) => allowedWithAppealToken,
    token: async ({ ownerId }) => {
      const { db } = testApp.database;
      const id = ownerId ?? (await insertUser(db)).id;
      await db.updateTable('users').set({ is_disabled: true }).where('id', '=', id).execute();
      return insertAppealToken(db, id, ago(-HOUR_MS));
    },
  },
  'such a token once the account is enabled': {
    rejection: everywhere(401, 'SESSION_EXPIRED'),
    token: async ({ ownerId }) => {
      const { db } = testApp.database;
      return insertAppealToken(db, ownerId ?? (await insertUser(db)).id, ago(-HOUR_MS));
    },
  },
  'such a token of an administrator': {
    rejection: everywhere(401, 'SESSION_EXPIRED'),
    token: async () => {
      const { db } = testApp.database;
      return insertAppealToken(db, (await insertAdmin(db, { is_disabled: true })).id, ago(-HOUR_MS));
    },
  },
  'such a token older than an hour': {
    rejection: everywhere(401, 'SESSION_EXPIRED'),
    token: async () => {
      const { db } = testApp.database;
      return insertAppealToken(db, (await insertUser(db, { is_disabled: true })).id, ago(0));
    },
  },
  'an administrator': {
    rejection: { admin: null, user: [403, 'USERS_ONLY'], authenticated: null },
    token: adminSessionFor,
  },
  'a disabled administrator': { rejection: everywhere(403, 'ACCOUNT_DISABLED'), token: () => sessionOf('admin', true) },
};

/** All stored rows except one session. */
async function storedBut(token: string) {
  const { db } = testApp.database;
  const { sessions: _sessions, ...rest } = await fingerprint(db);
  const others = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '!=', hashToken(token))
    .orderBy('id')
    .execute();
  return { ...rest, others };
}

async function hashesStored(): Promise<string[]> {
  const { db } = testApp.database;
  const sessions = await db.selectFrom('sessions').select('token_hash').execute();
  const tokens = await db.selectFrom('appeal_tokens').select('token_hash').execute();
  const accounts = await db
    .selectFrom('users')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .execute();
  return [
    ...[...sessions, ...tokens].flatMap(({ token_hash }) => [
      token_hash.toString('hex'),
      token_hash.toString('base64'),
    ]),
    ...accounts.flatMap(({ password_hash }) => password_hash ?? []),
  ];
}

/** The error that a caller gets; null for one that has access. */
function rejectionOf(endpoint: Endpoint, { rejection, allowed }: CallerKind): Rejection | null {
  return endpoint.access === 'public' || allowed?.(endpoint) ? null : rejection[endpoint.access];
}

function expectRejection(who: string, response: Awaited<ReturnType<typeof sendSample>>, [status, code]: Rejection) {
  expectSecurityHeaders(response);
  expect(response.statusCode, who).toBe(status);
  const envelope = errorEnvelopeSchema.parse(response.json());
  expect(envelope, who).toMatchObject({ code, requestId: response.headers['x-request-id'] });
}

describe.each(addresses)('$method $path', (address) => {
  const { endpoint } = address;
  const rejectedCallers = Object.entries(callers).flatMap(([who, caller]) => {
    const rejected = rejectionOf(endpoint, caller);
    return rejected ? [{ who, rejected, ...caller }] : [];
  });
  const others = Object.entries(callers).filter(([, caller]) => rejectionOf(endpoint, caller) === null);
  const expired = rejectedCallers.filter(({ isOver }) => isOver);
  const withoutAccess = rejectedCallers.filter(({ isOver }) => !isOver);

  // Some endpoints reject nobody.
  if (withoutAccess.length > 0) {
    test('rejects each caller without access, and changes nothing', async () => {
      const { db } = testApp.database;
      const calls = [];
      for (const { who, rejected, token } of withoutAccess) {
        const sample = await sampleOf(endpoint, testApp);
        calls.push({ who, rejected, sample, bearer: await token(sample) });
      }
      const before = await fingerprint(db);
      for (const { who, rejected, sample, bearer } of calls) {
        expectRejection(who, await sendSample(testApp, address, sample, bearer), rejected);
      }
      expect(await fingerprint(db)).toEqual(before);
    });
  }

  test.each(expired)('$who: deletes the session alone', async (caller) => {
    const sample = await sampleOf(endpoint, testApp);
    const bearer = (await caller.token(sample)) ?? '';
    const before = await storedBut(bearer);
    expectRejection(caller.who, await sendSample(testApp, address, sample, bearer), caller.rejected);
    expect(await storedBut(bearer)).toEqual(before);
  });

  test.each(others)('%s has access', async (_who, { token }) => {
    const sample = await sampleOf(endpoint, testApp);
    const bearer = await token(sample);
    const before = endpoint.mutates ? null : await fingerprint(testApp.database.db);
    const response = await sendSample(testApp, address, sample, bearer);
    if (before) expect(await fingerprint(testApp.database.db)).toEqual(before);
    expectSecurityHeaders(response);
    const content = contentOf(endpoint, response);
    if (endpoint.media === 'application/json') expect(content).toMatchObject({ success: true });
    const isImage = endpoint.media.startsWith('image/');
    expect(response.headers['content-type']).toBe(isImage ? endpoint.media : `${endpoint.media}; charset=utf-8`);
    expect(response.statusCode).toBe(endpoint.status);
    expect(endpoint.response.safeParse(content)).toMatchObject({ success: true });
    expect(response.body).not.toMatch(/password_?hash|token_?hash|search_?text|\$argon2/i);
    if (bearer) expect(response.body).not.toContain(hashToken(bearer).toString('hex'));
    for (const hash of await hashesStored()) expect(response.body).not.toContain(hash);
  });
});

test('endpoints: a mutating endpoint is never GET', () => {
  expect(addresses.filter(({ endpoint, method }) => endpoint.mutates && method === 'GET')).toEqual([]);
});

test('GET: mutates nothing, whatever its method override header', async () => {
  const samples = [];
  for (const address of addresses) samples.push({ ...address, ...(await sampleOf(address.endpoint, testApp)) });
  const before = await fingerprint(testApp.database.db);
  for (const { method, path, params, body } of samples) {
    const url = `${endpointPath({ path }, params)}?_method=${method}`;
    const headers = { 'x-http-method-override': method, 'x-method-override': method };
    for (const override of [headers, { ...headers, 'content-type': 'application/json' }]) {
      await testApp.send('GET', url, {
        headers: override,
        ...('content-type' in override ? { body: JSON.stringify(body ?? {}) } : {}),
      });
    }
    await testApp.app.inject({ method: 'HEAD', url, headers: { authorization: testApp.admin.token } });
  }
  expect(await fingerprint(testApp.database.db)).toEqual(before);
});
