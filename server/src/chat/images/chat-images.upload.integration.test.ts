import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { uploadOf } from '../../testing/multipart.ts';
import { listen } from '../../testing/socket-client.ts';
import { noisyPng, pngOf } from '../../testing/test-images.ts';

let app: ImageApp;
let url: string;
let large: Buffer;
beforeAll(async () => {
  app = await openImageApp();
  url = await listen(app.testApp.app);
  large = await noisyPng(1_200);
});
afterAll(() => app.close());

/** Starts an upload over the network; none of its body has been sent yet. */
function begin(userId: string, body: Buffer, headers: Record<string, string>, token = app.testApp.admin.token) {
  return beginAt(`/api/admin/chat/send-image/${userId}`, body, headers, token);
}

function beginAt(path: string, body: Buffer, headers: Record<string, string>, token: string) {
  const upload = request(`${url}${path}`, {
    agent: false,
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': String(body.length) },
  });
  // The outcome is in the response, or in the value that this resolves with.
  upload.on('error', () => undefined);
  return upload;
}

async function responseTo(upload: ClientRequest): Promise<{ status: number; body: string }> {
  const [response] = await once(upload, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body };
}

const underWay = async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  app.testApp.app.server.getConnections((_error, count) => resolve(count));
  return promise;
};

test('uploads: fifty aborted uploads leave neither file nor message, and the next one is accepted', {
  timeout: 60_000,
}, async () => {
  const user = await app.newUser();
  for (let round = 0; round < 50; round += 1) {
    const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [large]);
    const upload = begin(user.id, body, headers);
    const failed = once(upload, 'error');
    // Anywhere: in a field, in the file's head, in the middle of the file.
    const cut = round % 5 === 0 ? 60 + round * 5 : Math.floor((body.length * round) / 50);
    upload.write(body.subarray(0, cut), () => setTimeout(() => upload.destroy(new Error('cut')), 5));
    await failed;
  }
  await expect.poll(underWay, { timeout: 10_000 }).toBe(0);
  expect(await app.filesOf(user.id)).toEqual([]);
  expect(await app.messagesOf(user.id)).toEqual([]);
  expect((await app.sendOne(user.id, await pngOf())).statusCode).toBe(200);
});

test('uploads: an upload by a caller without access is rejected before the body is read', async () => {
  const user = await app.newUser();
  const token = await app.sessionOf(user.id);
  const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [large]);
  for (const [bearer, status] of [
    ['x'.repeat(43), 401],
    [token, 403],
  ] as const) {
    const upload = begin(user.id, body, headers, bearer);
    upload.flushHeaders();
    expect(await responseTo(upload)).toMatchObject({ status });
    upload.destroy();
  }
});

test('uploads: a client that is still sending gets the error that its image is too large', async () => {
  const user = await app.newUser();
  const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [await noisyPng(2_600)]);
  const upload = begin(user.id, body, headers);
  const response = responseTo(upload);
  upload.end(body);
  const { status, body: text } = await response;
  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({ code: 'IMAGE_TOO_LARGE' });
});

test('uploads: four of an administrator at once, the fifth answers 429; other accounts are not delayed', {
  timeout: 60_000,
}, async () => {
  const user = await app.newUser();
  const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [large]);
  const held = Array.from({ length: 6 }, () => ({ upload: begin(user.id, body, headers), status: 0 }));
  const responses = held.map(async (each) => {
    each.status = (await responseTo(each.upload)).status;
  });
  for (const { upload } of held) upload.write(body.subarray(0, 100_000));
  const statuses = () => held.map(({ status }) => status).sort();
  await expect.poll(statuses, { timeout: 30_000 }).toEqual([0, 0, 0, 0, 429, 429]);
  const own = uploadOf({ tempId: newTempId() }, 'image', [await pngOf()]);
  const token = await app.sessionOf(user.id);
  const byUser = await app.testApp.send('POST', '/api/users/chat/send-image', { ...own, token });
  expect(byUser.statusCode).toBe(200);
  for (const { upload, status } of held) if (status === 0) upload.end(body.subarray(100_000));
  await Promise.all(responses);
  expect(statuses()).toEqual([200, 200, 200, 200, 429, 429]);
  for (const { upload } of held) upload.destroy();
  expect((await app.sendOne(user.id, await pngOf())).statusCode).toBe(200);
  // All four had the same key.
  expect(await app.messagesOf(user.id)).toHaveLength(3);
});

test('uploads of app users: two of each at once, twelve of all; administrators still send', {
  timeout: 60_000,
}, async () => {
  const { body, headers } = uploadOf({ tempId: newTempId() }, 'image', [large]);
  const users = await Promise.all(Array.from({ length: 7 }, app.newUser));
  const tokens = await Promise.all(users.map(({ id }) => app.sessionOf(id)));
  const send = async (token: string) => {
    const upload = beginAt('/api/users/chat/send-image', body, headers, token);
    const each = { upload, status: 0 };
    void responseTo(upload).then(
      ({ status }) => {
        each.status = status;
      },
      () => undefined,
    );
    upload.write(body.subarray(0, 100_000));
    return each;
  };
  const [first = ''] = tokens;
  const own = await Promise.all([first, first, first].map(send));
  await expect.poll(() => own.map(({ status }) => status).sort(), { timeout: 10_000 }).toEqual([0, 0, 429]);
  const others = await Promise.all(tokens.slice(1).flatMap((token) => [token, token].map(send)));
  const statuses = () => others.map(({ status }) => status).sort();
  await expect.poll(statuses, { timeout: 10_000 }).toEqual([...Array<number>(10).fill(0), 503, 503]);
  const [user] = users;
  expect((await app.sendOne(user?.id ?? '', await pngOf())).statusCode).toBe(200);
  for (const { upload } of [...own, ...others]) upload.destroy();
  await expect.poll(underWay, { timeout: 10_000 }).toBe(0);
});
