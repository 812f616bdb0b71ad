import { LISTS_AT_ONCE, LISTS_MAX_QUEUE } from '@hai-dang/contract/constants.ts';
import { defineEndpoint } from '@hai-dang/contract/lib/endpoint.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { App } from '../../lib/context.ts';
import type { Authorize } from '../../lib/http/call.ts';
import { createMount } from '../../lib/http/mount.ts';
import { createRequestBase } from '../../lib/http/request-base.ts';
import { TIME_LIMITS } from '../../lib/http/time-limits.ts';
import { listen } from '../../testing/socket-client.ts';
import { registerErrorHandler } from './error-handler.ts';

const MOST = LISTS_AT_ONCE + LISTS_MAX_QUEUE;
const define = (name: string, isHeavy: boolean) =>
  defineEndpoint({
    name,
    feature: 'lists',
    method: 'POST',
    path: `/api/admin/${name}`,
    access: 'admin',
    summary: '',
    mutates: false,
    isHeavy,
    response: z.object({}),
  });
const slowList = define('slow-list', true);
const list = define('list', true);
const light = define('light', false);

let app: FastifyInstance;
/** Ends the calls of the slow list. */
let gate: PromiseWithResolvers<void>;
let started: { slow: number; list: number };
beforeEach(async () => {
  gate = Promise.withResolvers();
  started = { slow: 0, list: 0 };
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('caller', null);
  registerErrorHandler(app);
  // The token is the caller's id.
  const authorize: Authorize = async (_endpoint, authorization = '') => {
    const id = authorization.replace('Bearer ', '');
    return { id, username: id, email: `${id}@example.test`, sessionId: id, role: 'admin' };
  };
  const mount = createMount(app, {
    // The handlers below use nothing of it.
    app: {} as App,
    authorize,
    media: { withUrls: (_schema, value) => value },
    requestBase: createRequestBase(false),
    timeLimits: TIME_LIMITS,
  });
  mount(slowList, async () => {
    started.slow += 1;
    await gate.promise;
    return {};
  });
  mount(list, async () => {
    started.list += 1;
    return {};
  });
  mount(light, async () => ({}));
  await app.ready();
});
afterEach(() => app.close());

const call = ({ method, path }: typeof list, caller: string) =>
  app.inject({ method, url: path, headers: { authorization: `Bearer ${caller}` } });
const statusOf = async (endpoint: typeof list, caller: string) => (await call(endpoint, caller)).statusCode;

test('list limits: heavy calls of one caller run a few at once; the others wait, and all succeed', async () => {
  const statuses = Array.from({ length: 5 * LISTS_AT_ONCE }, () => statusOf(slowList, 'an'));
  await expect.poll(() => started.slow).toBe(LISTS_AT_ONCE);
  // Everything else is served meanwhile: another caller's lists, and calls of the same caller that are not heavy.
  expect(await statusOf(list, 'binh')).toBe(200);
  expect(await statusOf(light, 'an')).toBe(200);
  expect(started.slow).toBe(LISTS_AT_ONCE);
  gate.resolve();
  expect(await Promise.all(statuses)).toEqual(statuses.map(() => 200));
});

test('list limits: a heavy call beyond the queue of its caller gets 429 TOO_MANY_LISTS with Retry-After, whichever list it is', async () => {
  const statuses = Array.from({ length: MOST }, () => statusOf(slowList, 'an'));
  await expect.poll(() => started.slow).toBe(LISTS_AT_ONCE);
  const rejected = await call(list, 'an');
  expect(rejected.statusCode).toBe(429);
  expect(rejected.json()).toMatchObject({
    code: 'TOO_MANY_LISTS',
    message: 'Bạn đang tải quá nhiều danh sách cùng lúc, hãy chờ các danh sách trước tải xong',
    details: { retryAfterSeconds: 1 },
  });
  expect(rejected.headers['retry-after']).toBe('1');
  expect(await statusOf(list, 'binh')).toBe(200);
  gate.resolve();
  expect(await Promise.all(statuses)).toEqual(statuses.map(() => 200));
  expect(await statusOf(list, 'an')).toBe(200);
});

test('list limits: a heavy call whose client disconnects while it waits never runs', async () => {
  const url = await listen(app);
  const statuses = Array.from({ length: LISTS_AT_ONCE }, () => statusOf(slowList, 'an'));
  await expect.poll(() => started.slow).toBe(LISTS_AT_ONCE);
  const arrived = new Promise<void>((resolve) => {
    app.server.once('request', (_request, response) => {
      response.once('close', resolve);
      setTimeout(() => client.abort(), 100);
    });
  });
  const client = new AbortController();
  const headers = { authorization: 'Bearer an' };
  const waiting = fetch(`${url}${list.path}`, { method: 'POST', headers, signal: client.signal });
  await expect(waiting).rejects.toThrow();
  await arrived;
  gate.resolve();
  expect(await Promise.all(statuses)).toEqual(statuses.map(() => 200));
  expect(await statusOf(list, 'an')).toBe(200);
  expect(started.list).toBe(1);
});
