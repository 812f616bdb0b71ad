import { JSON_BODY_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import type { Access, Method } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { anyWellFormedText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { arbitraryInput } from '../../testing/arbitrary-input.ts';
import { buildTestApp, type TestApp, type TestCall } from '../../testing/build-test-app.ts';
import { addresses, contentOf, sampleOf } from '../../testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const RUNS = 60;
const JSON_TYPE = { 'content-type': 'application/json' };
let testApp: TestApp;
let caller: { id: string };
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'error' });
  caller = await insertAdmin(testApp.database.db);
});
afterAll(async () => {
  const { logLines } = testApp;
  await testApp.close();
  // A client error is not a server error.
  expect(logLines).toEqual([]);
});

/** The account that the call is for, in a session of its own: some calls end sessions. */
async function send(method: Method, url: string, call: TestCall = {}, access: Access = 'admin') {
  const { db } = testApp.database;
  const id = access === 'user' ? (await insertUser(db)).id : caller.id;
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  const token = await insertSession(db, id, testApp.clock.now());
  return testApp.send(method, url, { token, ...call });
}

function expectError(response: LightMyRequestResponse, status: number, code: string) {
  expect(response.statusCode).toBe(status);
  expect(errorEnvelopeSchema.parse(response.json())).toMatchObject({ success: false, code });
}

/** The URL with ids that do not exist, so that no call changes anything. */
const urlOf = (path: string, id = 'khong-co') => path.replace(/:\w+/g, encodeURIComponent(id));
/** Uploads have no JSON: malformed-uploads.integration.test.ts. */
const withBody = addresses.filter(({ endpoint, method }) => method !== 'GET' && !endpoint.upload);
const parsing = withBody.filter(({ endpoint }) => endpoint.body !== undefined);
const withId = addresses.filter(({ path }) => path.includes(':'));

describe.each(parsing)('$method $path', ({ endpoint, method, path }) => {
  test('every body is rejected as invalid or handled, never a 500', async () => {
    const schema = toJSONSchema(endpoint.body ?? endpoint.response, { io: 'input', unrepresentable: 'any' });
    await fc.assert(
      fc.asyncProperty(arbitraryInput(schema), fc.ipV4(), async (input, from) => {
        const body = JSON.stringify(input) ?? 'null';
        const response = await send(method, urlOf(path), { body, headers: JSON_TYPE, from }, endpoint.access);
        const isValid = endpoint.body?.safeParse(JSON.parse(body) ?? {}).success;
        if (!isValid) expectError(response, 400, 'VALIDATION_FAILED');
        else if (response.statusCode !== endpoint.status) errorEnvelopeSchema.parse(response.json());
        expect(response.statusCode).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });
});

test.each(withId)('$method $path accepts any id', async ({ endpoint, method, path }) => {
  const ids = fc.oneof(anyWellFormedText({ minLength: 1, maxLength: 300 }), fc.constant('\0'), fc.constant('..'));
  await fc.assert(
    fc.asyncProperty(ids, async (id) => {
      const response = await send(method, urlOf(path, id), {}, endpoint.access);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
      errorEnvelopeSchema.parse(response.json());
    }),
    { numRuns: RUNS },
  );
});

describe.each(withBody)('$method $path', ({ endpoint, method, path }) => {
  const sendBody = (body: string, headers: Record<string, string>) =>
    send(method, urlOf(path), { body, headers }, endpoint.access);

  test('one byte over the limit answers 413', async () => {
    const body = `"${'x'.repeat(JSON_BODY_MAX_BYTES - 1)}"`;
    expect(body).toHaveLength(JSON_BODY_MAX_BYTES + 1);
    expectError(await sendBody(body, JSON_TYPE), 413, 'BODY_TOO_LARGE');
  });

  test('a body of exactly the limit is parsed', async () => {
    const response = await sendBody(`"${'x'.repeat(JSON_BODY_MAX_BYTES - 2)}"`, JSON_TYPE);
    expect(response.statusCode).not.toBe(413);
    expect(response.statusCode).toBeLessThan(500);
  });

  test.each(['{', '{"a":1,}', '{"a":NaN}', 'null null', "{'a':1}", '\u0000', '[1'])(
    'malformed JSON: %j',
    async (body) => {
      expectError(await sendBody(body, JSON_TYPE), 400, 'MALFORMED_JSON');
    },
  );

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    '%s is not supported',
    async (type) => {
      expectError(await sendBody('a=1', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  test('a body without a content type is not supported', async () => {
    expectError(await sendBody('{}', {}), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('an empty body counts as {}, with or without its content type', async () => {
    const bodies = [
      await sendBody('', JSON_TYPE),
      await sendBody('', {}),
      await sendBody('  \n', JSON_TYPE),
      await sendBody('{}', { 'content-type': 'application/json; charset=utf-8' }),
    ].map((response) => {
      const content = contentOf(endpoint, response);
      // Only the type of a file is compared: the call itself may have added entries.
      const fields = typeof content === 'string' ? { isFile: true } : { ...(content as object), requestId: null };
      // Each secret is new.
      return { ...fields, data: null, secret: null, address: null, statusCode: response.statusCode };
    });
    for (const body of bodies) expect(body).toEqual(bodies[0]);
  });
});

test.each(parsing)(
  '$method $path: an array, a text or a number is no valid body',
  async ({ endpoint, method, path }) => {
    for (const body of ['[]', '[{}]', '"text"', '1', 'true']) {
      expectError(
        await send(method, urlOf(path), { body, headers: JSON_TYPE }, endpoint.access),
        400,
        'VALIDATION_FAILED',
      );
    }
  },
);

test.each(parsing)('$method $path: nesting 60 000 deep causes no 500', async ({ endpoint, method, path }) => {
  const nested = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  for (const body of [nested, `{"filters":${nested},"email":${nested},"days":${nested},"page":${nested}}`]) {
    const response = await send(method, urlOf(path), { body, headers: JSON_TYPE }, endpoint.access);
    expect(response.statusCode).toBeGreaterThanOrEqual(200);
    expect(response.statusCode).toBeLessThan(500);
    if (response.statusCode >= 400) errorEnvelopeSchema.parse(response.json());
    else expect(endpoint.response.safeParse(contentOf(endpoint, response)).success).toBe(true);
  }
});

test.each(['/api/admin/users/%ZZ/status', '/api/admin/users/%/status', '/%E0%A4%A', '/api/admin/posts/%C0%80'])(
  'request URL: a URL that cannot be decoded answers 404: %s',
  async (url) => {
    expectError(await send('POST', url), 404, 'ROUTE_NOT_FOUND');
  },
);

describe('unknown fields', () => {
  const intruding =
    '{"role":"admin","isAdmin":true,"is_disabled":true,"password_hash":"x","__proto__":{"isAdmin":true,"role":"admin"},' +
    '"constructor":{"prototype":{"isAdmin":true}},"filters":{"__proto__":{"role":"admin"}}}';

  test.each(withBody.filter(({ endpoint }) => !endpoint.mutates))('change nothing: $method $path', async (address) => {
    const { params, body = {}, ownerId } = await sampleOf(address.endpoint, testApp);
    const token = ownerId
      ? await insertSession(testApp.database.db, ownerId, testApp.clock.now())
      : testApp.admin.token;
    const before = await fingerprint(testApp.database.db);
    // An alias may call its only placeholder something else.
    const [first = ''] = Object.values(params ?? {});
    const url = address.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? first));
    const plain = await testApp.send('POST', url, { token, body });
    const own = JSON.stringify(body).slice(0, -1);
    const both = `${own}${own === '{' ? '' : ','}${intruding.slice(1)}`;
    const response = await testApp.send(address.method, url, { token, body: both, headers: JSON_TYPE });
    expect({ ...response.json(), data: null }).toEqual({ ...plain.json(), data: null });
    expect(response.statusCode).toBe(200);
    expect(await fingerprint(testApp.database.db)).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  test.each(['disable', 'enable'])('change no other column of an account: %s', async (verb) => {
    const { db } = testApp.database;
    const address = addresses.find(({ endpoint }) => endpoint.name === `${verb}User`);
    if (!address) throw new Error(`no call to ${verb}`);
    const { params } = await sampleOf(address.endpoint, testApp);
    const id = params?.['id'] ?? '';
    const read = () => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await read();
    await send('POST', urlOf(address.path, id), { body: intruding, headers: JSON_TYPE });
    expect(await read()).toEqual({ ...before, is_disabled: verb === 'disable', updated_at: testApp.clock.now() });
  });

  test('do not change the role at sign-in', async () => {
    const { id } = await insertAdmin(testApp.database.db);
    await insertSession(testApp.database.db, id);
    const response = await send('POST', '/api/admin/login', { body: intruding, headers: JSON_TYPE });
    expectError(response, 400, 'VALIDATION_FAILED');
  });
});
