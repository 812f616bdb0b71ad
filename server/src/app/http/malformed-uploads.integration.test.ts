import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { anyWellFormedText } from '@hai-dang/contract/testing/any-text.ts';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp, type TestCall } from '../../testing/build-test-app.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { sampleOf } from '../../testing/endpoint-samples.ts';
import { insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { type FormPart, multipartOf, uploadOf } from '../../testing/multipart.ts';
import type { Sample } from '../../testing/sample.ts';
import { pngOf } from '../../testing/test-images.ts';

const RUNS = 60;
let testApp: TestApp;
let image: Buffer;
let userToken: string;
beforeAll(async () => {
  testApp = await buildTestApp({ logLevel: 'error' });
  image = await pngOf();
  const { db } = testApp.database;
  userToken = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
});
afterAll(async () => {
  const { logLines } = testApp;
  await testApp.close();
  // A client error is not a server error.
  expect(logLines).toEqual([]);
});

function expectError(response: LightMyRequestResponse, status: number, code: string) {
  expect(response.statusCode).toBe(status);
  expect(errorEnvelopeSchema.parse(response.json())).toMatchObject({ success: false, code });
}

function send({ access, path }: Endpoint, { params }: Sample, call: TestCall) {
  const url = endpointPath({ path }, params);
  return testApp.send('POST', url, { ...call, ...(access === 'user' ? { token: userToken } : {}) });
}

const uploading = endpoints.filter(({ upload }) => upload);

describe.each(uploading)('$name', (endpoint) => {
  const { field = '', maxFiles = 0 } = endpoint.upload ?? {};
  const file = (value: Buffer = image): FormPart => ({ name: field, value, fileName: 'anh.png' });
  const tempId = (value = 't1'): FormPart => ({ name: 'tempId', value });

  test('a body that is no upload is not supported', async () => {
    const sample = await sampleOf(endpoint, testApp);
    const json = { 'content-type': 'application/json' };
    const calls: TestCall[] = [{}, { body: '', headers: json }, { body: '{"tempId":"t1"}', headers: json }];
    calls.push({ body: '{', headers: json }, { body: 'a=1', headers: { 'content-type': 'text/plain' } });
    for (const call of calls) {
      expectError(await send(endpoint, sample, call), 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
  });

  test('any fields are rejected as invalid or handled, never a 500', async () => {
    const sample = await sampleOf(endpoint, testApp);
    const text = anyWellFormedText({ maxLength: 70 });
    const fields = fc.dictionary(fc.constantFrom('tempId', 'caption', field, 'role'), text, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const response = await send(endpoint, sample, uploadOf(given, field, [image]));
        const isValid = endpoint.body?.safeParse(given).success;
        if (!isValid) expectError(response, 400, 'VALIDATION_FAILED');
        expect(response.statusCode).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });

  test.each<[string, () => FormPart[], number, string]>([
    ['no file', () => [tempId()], 400, 'IMAGE_MISSING'],
    ['nothing at all', () => [], 400, 'VALIDATION_FAILED'],
    ['a text in place of the file', () => [tempId(), { name: field, value: 'x' }], 400, 'IMAGE_MISSING'],
    ['a file of another name', () => [tempId(), { ...file(), name: 'anh' }], 400, 'VALIDATION_FAILED'],
    ['the key after the file', () => [file(), tempId()], 400, 'VALIDATION_FAILED'],
    ['an empty file', () => [tempId(), file(Buffer.alloc(0))], 415, 'IMAGE_UNSUPPORTED'],
    ['a field’s name that is no name', () => [{ ...tempId(), name: '__proto__' }, file()], 400, 'VALIDATION_FAILED'],
    ['a file’s name that is no name', () => [tempId(), { ...file(), name: '__proto__' }], 400, 'VALIDATION_FAILED'],
    ['more fields than anybody needs', () => Array.from({ length: 50 }, () => tempId()), 400, 'VALIDATION_FAILED'],
    [
      'a field that does not end',
      () => [tempId(), { name: 'caption', value: 'x'.repeat(70_000) }, file()],
      400,
      'VALIDATION_FAILED',
    ],
    [
      'one file too many',
      () => [tempId(), ...Array.from({ length: maxFiles + 1 }, () => file())],
      413,
      'TOO_MANY_IMAGES',
    ],
    ['far too many', () => [tempId(), ...Array.from({ length: 60 }, () => file())], 413, 'TOO_MANY_IMAGES'],
  ])('%s is rejected and stores nothing', async (_what, parts, status, code) => {
    const sample = await sampleOf(endpoint, testApp);
    const before = await fingerprint(testApp.database.db);
    expectError(await send(endpoint, sample, multipartOf(parts())), status, code);
    expect(await fingerprint(testApp.database.db)).toEqual(before);
  });

  test('a truncated or missing body is rejected', async () => {
    const sample = await sampleOf(endpoint, testApp);
    const whole = multipartOf([tempId(), file()]);
    const cuts = [1, 30, 80, 120, 200, whole.body.length - 4].map((length) => whole.body.subarray(0, length));
    for (const body of [...cuts, Buffer.from('junk'), image]) {
      expectError(await send(endpoint, sample, { ...whole, body }), 400, 'VALIDATION_FAILED');
    }
    const unbounded = { body: whole.body, headers: { 'content-type': 'multipart/form-data' } };
    expectError(await send(endpoint, sample, unbounded), 400, 'VALIDATION_FAILED');
  });

  test.each(['../../../etc/passwd', '..\\\\a.png', 'a\u0000.png', 'x'.repeat(300), 'a.svg'])(
    'the file name is not used as a path: %j',
    async (fileName) => {
      const sample = await sampleOf(endpoint, testApp);
      const response = await send(endpoint, sample, multipartOf([tempId(newTempId()), { ...file(), fileName }]));
      expect(response.statusCode).toBe(200);
      const [message] = [response.json().data].flat();
      expect(new URL(message.content).pathname).toMatch(/^\/media\/chat\/[\w-]+\/[a-f0-9]{64}\.webp$/);
    },
  );
});
