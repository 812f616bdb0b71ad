import { login } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { sendImage } from '@hai-dang/contract/chat/chat.endpoints.ts';
import { deleteReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { deleteUser, disableUser, enableUser, getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeAll, serve } from '../testing/http-backend.ts';

const fetchAbsolute = globalThis.fetch;

/** The client of a page loaded from `origin`: relative URLs resolve to it, and no state is shared with other tests. */
async function clientAt(origin: string) {
  vi.resetModules();
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => fetchAbsolute(new URL(input, origin), init));
  const [{ callEndpoint }, { session }, { reauthenticationRequest }, { setUpRequirement }] = await Promise.all([
    import('./api-client.ts'),
    import('./session.ts'),
    import('./reauthentication.ts'),
    import('./set-up-requirement.ts'),
  ]);
  return { callEndpoint, session, reauthenticationRequest, setUpRequirement };
}

const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await closeAll();
});

const MAI = {
  _id: '1',
  username: 'Mai',
  email: 'mai@example.test',
  avatar: null,
  xacMinhDanhTinh: false,
  role: 'user',
  vohieuhoa: false,
  createdAt: null,
} as const;
const PAGINATION = { total: 1, totalRelation: 'eq', nextCursor: null } as const;
const SIGNED_IN = { success: true, token: 't', admin: { id: 'a1', username: 'admin', email: 'admin@example.test' } };

describe('callEndpoint', () => {
  it('sends method, path, token and JSON, and parses the response', async () => {
    const seen: unknown[] = [];
    const origin = await serve(({ method, url, headers }, body) => {
      if (url === '/config.json') return json({ apiBase: '', socketBase: '' });
      seen.push([method, url, headers.authorization, headers['content-type'], body]);
      return json({ success: true, data: [{ ...MAI, unknownField: 1 }], pagination: PAGINATION });
    });
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    const answer = await callEndpoint(listUsers, { body: { limit: 50 } });
    expect(answer).toEqual({ success: true, data: [MAI], pagination: PAGINATION });
    await callEndpoint(deleteUser, { params: { id: 'a/b' } }).catch(() => undefined);
    expect(seen).toEqual([
      ['POST', '/api/admin/users', 'Bearer abc', 'application/json', '{"limit":50}'],
      ['DELETE', '/api/admin/users/a%2Fb', 'Bearer abc', 'application/json', ''],
    ]);
  });

  it('a DELETE with a body sends it as JSON', async () => {
    const seen: unknown[] = [];
    const origin = await serve(({ method, url, headers }, body) => {
      if (url === '/config.json') return json({ apiBase: '', socketBase: '' });
      seen.push([method, url, headers['content-type'], body]);
      return json({ success: true });
    });
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    await callEndpoint(deleteReport, { params: { id: 'r' }, body: { version: 2 } });
    expect(seen).toEqual([['DELETE', '/api/reports/admin/r', 'application/json', '{"version":2}']]);
  });

  it('a call without a body has content type JSON and an empty body', async () => {
    const seen: unknown[] = [];
    const origin = await serve(({ method, url, headers }, body) => {
      if (url === '/config.json') return json({ apiBase: '', socketBase: '' });
      seen.push([method, headers['content-type'], body]);
      return json({ success: true });
    });
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    for (const endpoint of [disableUser, enableUser]) {
      await callEndpoint(endpoint, { params: { id: 'u1' } }).catch(() => undefined);
    }
    await callEndpoint(getUserDetail, { params: { id: 'u1' } }).catch(() => undefined);
    expect(seen).toEqual([
      ['POST', 'application/json', ''],
      ['POST', 'application/json', ''],
      ['POST', 'application/json', '{}'],
    ]);
  });

  it('sends credentials only where the endpoint says so', async () => {
    const origin = await serve(() => json({ success: true }));
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    const fetching = vi.spyOn(globalThis, 'fetch');
    await callEndpoint(disableUser, { params: { id: 'u1' } }).catch(() => undefined);
    await callEndpoint(getUserDetail, { params: { id: 'u1' } }).catch(() => undefined);
    const sent = fetching.mock.calls.slice(-2).map(([, init]) => init?.credentials);
    expect(sent).toEqual(['include', 'same-origin']);
  });

  it('sends the text fields before the files', async () => {
    const seen: string[] = [];
    const origin = await serve(({ url, headers }, body) => {
      if (url === '/config.json') return json({ apiBase: '', socketBase: '' });
      seen.push(`${url} ${headers['content-type']?.split(';')[0]}`);
      seen.push(...[...body.matchAll(/name="[^"]+"(?:; filename="[^"]+")?/g)].map(String));
      return json({ success: false, message: 'Hình ảnh lớn hơn 10 MB', code: 'IMAGE_TOO_LARGE' }, 413);
    });
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    const files = [{ bytes: new Blob(['x']), name: 'a.png' }];
    await expect(
      callEndpoint(sendImage, { params: { userId: 'u1' }, body: { tempId: 't', caption: 'chào' }, files }),
    ).rejects.toMatchObject({ status: 413, message: 'Hình ảnh lớn hơn 10 MB' });
    expect(seen).toEqual([
      '/api/admin/chat/send-image/u1 multipart/form-data',
      'name="tempId"',
      'name="caption"',
      'name="image"; filename="a.png"',
    ]);
  });

  it('calls the host in /config.json', async () => {
    const api = await serve(() => json(SIGNED_IN));
    const origin = await serve(() => json({ apiBase: `${api}/`, socketBase: '' }));
    const { callEndpoint } = await clientAt(origin);
    expect(await callEndpoint(login, { body: { email: 'a', password: 'b' } })).toMatchObject({ token: 't' });
  });

  it('without a usable /config.json: calls the same origin', async () => {
    for (const config of ['<!doctype html>', '{"apiBase":7}', '{"apiBase":"javascript:alert(1)"}']) {
      const origin = await serve(({ url }) => (url === '/config.json' ? { body: config } : json(SIGNED_IN)));
      const { callEndpoint } = await clientAt(origin);
      expect(await callEndpoint(login, { body: { email: 'a', password: 'b' } })).toMatchObject({ token: 't' });
    }
  });

  it('normalises a legacy backend’s response, and keeps the message of an error with status 200', async () => {
    const answers: unknown[] = [[{ _id: '1', role: 'moderator' }], { success: false, message: 'Không được' }, 'html'];
    const origin = await serve(({ url }) => json(url === '/config.json' ? {} : answers.shift()));
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    const { data, pagination } = await callEndpoint(listUsers);
    expect(data).toMatchObject([{ _id: '1', role: 'user', username: '' }]);
    expect(pagination).toEqual({ total: 1, totalRelation: 'eq', nextCursor: null });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ status: 200, message: 'Không được' });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' });
  });

  it('an error response throws its envelope', async () => {
    const origin = await serve(() => ({
      ...json({ success: false, message: 'Sai quá nhiều lần', code: 'TOO_MANY', requestId: 'r1' }, 429),
      headers: { 'retry-after': '90' },
    }));
    const { callEndpoint } = await clientAt(origin);
    await expect(callEndpoint(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      code: 'TOO_MANY',
      message: 'Sai quá nhiều lần',
      requestId: 'r1',
      retryAfterSeconds: 90,
    });
  });

  it('a proxy’s error page: an ApiError without a message', async () => {
    const origin = await serve(({ url }) => ({
      status: url === '/config.json' ? 404 : 502,
      body: '<html>Bad Gateway</html>',
    }));
    const { callEndpoint } = await clientAt(origin);
    await expect(callEndpoint(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      status: 502,
      code: 'HTTP_ERROR',
      message: '',
    });
  });

  it('a malformed response and success false with status 200 give different errors', async () => {
    const answers = [json({ success: true, data: 'none' }), json({ success: false, message: 'Không được' })];
    const origin = await serve(({ url }) => (url === '/config.json' ? json({}) : (answers.shift() ?? json({}))));
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE', message: '' });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ code: 'REJECTED', message: 'Không được' });
  });

  it('a network failure throws NETWORK', async () => {
    const origin = await serve(() => json({}));
    await closeAll();
    const { callEndpoint } = await clientAt(origin);
    await expect(callEndpoint(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
      status: 0,
      code: 'NETWORK',
      message: '',
    });
  });

  it('an abort rejects with the caller’s reason', async () => {
    const origin = await serve(() => json({}));
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    await expect(callEndpoint(listUsers, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(session.get()).toBeDefined();
  });

  it('a 401 ends the session as expired', async () => {
    const origin = await serve(() =>
      json({ success: false, message: 'x', code: 'SESSION_EXPIRED', requestId: 'r' }, 401),
    );
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'abc' });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ status: 401 });
    expect(session.ending()).toEqual({ kind: 'ended', reason: undefined });
    expect(session.get()).toBeUndefined();
  });

  it('a late 401 of an older token, or a rejected sign-in, does not end the session', async () => {
    const origin = await serve(({ url }) => {
      if (url === '/api/admin/users') session.save({ token: 'newer' });
      return json({ success: false }, url === '/config.json' ? 404 : 401);
    });
    const { callEndpoint, session } = await clientAt(origin);
    session.save({ token: 'older' });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ status: 401 });
    await expect(callEndpoint(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({ status: 401 });
    expect(session.get()?.token).toBe('Bearer newer');
  });

  it('repeats a call after re-authentication, and cancels it if the dialog is cancelled', async () => {
    let isConfirmed = false;
    const calls: string[] = [];
    const origin = await serve(({ method, url }) => {
      if (url === '/config.json') return json({});
      calls.push(`${method} ${url}`);
      return isConfirmed ? json({ success: true }) : json({ code: 'PASSWORD_CONFIRMATION_REQUIRED' }, 403);
    });
    const { callEndpoint, session, reauthenticationRequest } = await clientAt(origin);
    session.save({ token: 'abc' });
    const remove = () => callEndpoint(deleteUser, { params: { id: 'u1' } });
    const answerWith = (given: boolean) =>
      vi.waitFor(() => {
        expect(reauthenticationRequest.get()).toBeDefined();
        isConfirmed = given;
        reauthenticationRequest.get()?.settle(given);
      });

    const putAside = remove();
    await answerWith(false);
    await expect(putAside).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(calls).toEqual(['DELETE /api/admin/users/u1']);

    const repeated = remove();
    await answerWith(true);
    expect(await repeated).toMatchObject({ success: true });
    expect(calls).toHaveLength(3);
  });

  it('SECOND_FACTOR_SETUP_REQUIRED is remembered for this session only', async () => {
    const origin = await serve(() => json({ code: 'SECOND_FACTOR_SETUP_REQUIRED' }, 403));
    const { callEndpoint, session, setUpRequirement } = await clientAt(origin);
    session.save({ token: 'abc' });
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ status: 403 });
    expect(setUpRequirement()?.token).toBe('Bearer abc');
    expect(session.get()).toBeDefined();
    session.save({ token: 'def' });
    expect(setUpRequirement()).toBeUndefined();
  });

  it('without a token sends no request', async () => {
    let calls = 0;
    const origin = await serve(() => {
      calls += 1;
      return json({});
    });
    const { callEndpoint, session } = await clientAt(origin);
    await expect(callEndpoint(listUsers)).rejects.toMatchObject({ status: 401, message: 'Vui lòng đăng nhập lại' });
    expect(session.ending()).toEqual({ kind: 'ended', reason: 'Vui lòng đăng nhập lại' });
    expect(calls).toBe(0);
  });
});
