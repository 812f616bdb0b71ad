import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '../auth/token.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addresses, contentOf, sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';

const HOUR_MS = 3_600_000;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const ago = (ms: number) => new Date(testApp.clock.now().getTime() - ms);

/** Who calls, made afresh for each call, and what an administrators' call answers them. */
const strangers: Record<string, { refusal: [status: number, code: string]; token: () => Promise<string | undefined> }> =
  {
    nobody: { refusal: [401, 'NOT_SIGNED_IN'], token: async () => undefined },
    'a forged token': { refusal: [401, 'SESSION_EXPIRED'], token: async () => newToken() },
    'a session older than 24 hours': {
      refusal: [401, 'SESSION_EXPIRED'],
      token: async () => {
        const { id } = await insertAdmin(testApp.database.db);
        return insertSession(testApp.database.db, id, ago(24 * HOUR_MS), { last_used_at: ago(0) });
      },
    },
    'a session unused for 8 hours': {
      refusal: [401, 'SESSION_EXPIRED'],
      token: async () => {
        const { id } = await insertAdmin(testApp.database.db);
        return insertSession(testApp.database.db, id, ago(8 * HOUR_MS));
      },
    },
    'an app user': {
      refusal: [403, 'ADMIN_ONLY'],
      token: async () => {
        const { id } = await insertUser(testApp.database.db);
        return insertSession(testApp.database.db, id, ago(0));
      },
    },
    'a disabled administrator': {
      refusal: [403, 'ACCOUNT_DISABLED'],
      token: async () => {
        const { id } = await insertAdmin(testApp.database.db, { is_disabled: true });
        return insertSession(testApp.database.db, id, ago(0));
      },
    },
  };

const freshAdmin = async (callerId?: string) => {
  const id = callerId ?? (await insertAdmin(testApp.database.db)).id;
  return insertSession(testApp.database.db, id, ago(0));
};

async function hashesStored(): Promise<string[]> {
  const { db } = testApp.database;
  const sessions = await db.selectFrom('sessions').select('token_hash').execute();
  const accounts = await db
    .selectFrom('users')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .execute();
  return [
    ...sessions.flatMap(({ token_hash }) => [token_hash.toString('hex'), token_hash.toString('base64')]),
    ...accounts.flatMap(({ password_hash }) => password_hash ?? []),
  ];
}

describe.each(addresses)('$method $path', (address) => {
  const isPublic = address.endpoint.access === 'public';

  test.each(Object.entries(strangers))('%s', async (_who, { refusal, token }) => {
    const [status, code] = refusal;
    const sample = await sampleOf(address.endpoint, testApp);
    const bearer = await token();
    const before = await fingerprint(testApp.database.db);
    const answer = await sendSample(testApp, address, sample, bearer);
    if (isPublic) {
      expect(answer.statusCode).toBe(200);
      return;
    }
    expect(answer.statusCode).toBe(status);
    expect(errorEnvelopeSchema.parse(answer.json())).toMatchObject({ code, requestId: answer.headers['x-request-id'] });
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test('an administrator', async () => {
    const sample = await sampleOf(address.endpoint, testApp);
    const token = await freshAdmin(sample.callerId);
    const before = address.endpoint.changes ? null : await fingerprint(testApp.database.db);
    const answer = await sendSample(testApp, address, sample, token);
    const content = contentOf(address.endpoint, answer);
    if (address.endpoint.media === 'application/json') expect(content).toMatchObject({ success: true });
    expect(answer.headers['content-type']).toBe(`${address.endpoint.media}; charset=utf-8`);
    expect(answer.statusCode).toBe(200);
    expect(address.endpoint.answer.safeParse(content)).toMatchObject({ success: true });
    if (before) expect(await fingerprint(testApp.database.db)).toEqual(before);
    expect(answer.body).not.toMatch(/password_?hash|token_?hash|search_?text|\$argon2/i);
    expect(answer.body).not.toContain(hashToken(token).toString('hex'));
    for (const hash of await hashesStored()) expect(answer.body).not.toContain(hash);
  });
});

test('a call that changes something has no GET address', () => {
  expect(addresses.filter(({ endpoint, method }) => endpoint.changes && method === 'GET')).toEqual([]);
});
