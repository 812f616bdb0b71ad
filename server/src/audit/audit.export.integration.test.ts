import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORT_MAX_ROWS } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '../lib/ids.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../testing/factories.ts';

const EXPORT = '/api/admin/audit/export';
/** More than fits into the buffers between the server and a client that does not read. */
const MANY = 40_000;
let testApp: TestApp;
let baseUrl: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  baseUrl = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  await insertMany('many', MANY);
});
afterAll(() => testApp.close());

const insertMany = (targetId: string, count: number) =>
  sql`
    insert into audit_entries (id, created_at, actor_id, actor_name, action, target_type, target_id, target_name, ip,
      request_id)
    select ${targetId} || '-' || lpad(n::text, 6, '0'), timestamptz '2026-01-01' + n * interval '1 second', 'actor', 'Lan',
      'post.delete', 'post', ${targetId}, repeat('Bài viết dài ', 20), '127.0.0.1', 'request'
    from generate_series(1, ${count}) n`.execute(testApp.database.db);

async function insertEntry(fields: { target_id: string; target_name: string; actor_name?: string }) {
  await testApp.database.db
    .insertInto('audit_entries')
    .values({
      id: newId(),
      created_at: new Date('2026-02-01T00:00:00Z'),
      actor_id: 'actor',
      action: 'user.enable',
      target_type: 'user',
      ip: '127.0.0.1',
      request_id: 'request',
      ...fields,
    })
    .execute();
}

const exportEntries = async () =>
  testApp.database.db.selectFrom('audit_entries').selectAll().where('action', '=', 'audit.export').execute();

const fetchRaw = (body: object, token: string | undefined, signal?: AbortSignal) =>
  fetch(baseUrl + EXPORT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

/** Starts an export of all of MANY, which the client does not read. */
async function openExport(token: string): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const call = request(baseUrl + EXPORT, { method: 'POST', headers, agent: false });
  call.end(JSON.stringify({ targetId: 'many' }));
  const [response] = await once(call, 'response');
  return response;
}

describe('audit export', () => {
  test('is UTF-8 with a byte order mark, one row an entry, dangerous cells neutralised', async () => {
    await insertEntry({ target_id: 'file', target_name: '=HYPERLINK("http://x")', actor_name: '+Lan, "Mai"' });
    const response = await testApp.post(EXPORT, { targetId: 'file' });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="nhat-ky.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = response.body.split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"2026-02-01 07:00:00","'+Lan, ""Mai""","actor","user.enable","user","file",`);
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines[2]).toBe('');
  });

  test('without entries is the header row', async () => {
    const response = await testApp.post(EXPORT, { targetId: 'nothing' });
    expect(response.body).toMatch(/^\uFEFF"Thời gian[^\n]*\r\n$/);
  });

  test('contains every entry that matches the filters once, newest first, however many', async () => {
    const response = await testApp.post(EXPORT, { targetId: 'many', from: '2026-01-01', to: '2026-01-31' });
    const ids = response.body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(-12, -1));
    expect(ids).toHaveLength(MANY);
    expect(ids[0]).toBe(`many-0${MANY}`);
    expect(new Set(ids).size).toBe(MANY);
    expect(ids).toEqual([...ids].sort().reverse());
  });

  test('above the maximum of rows is cut, and its last line says so', async () => {
    await insertMany('limit', EXPORT_MAX_ROWS + 1);
    const lines = (await testApp.post(EXPORT, { targetId: 'limit' })).body.split('\r\n');
    expect(lines).toHaveLength(1 + EXPORT_MAX_ROWS + 1 + 1);
    expect(lines.at(-3)).toContain('"limit-000002"');
    expect(lines.at(-2)).toMatch(/^"Tệp chỉ có 100\.000 dòng đầu/);
  });

  test('is rejected while two of the same administrator are in progress, until one of them ends', async () => {
    const { db } = testApp.database;
    const [one, other] = [await insertAdmin(db), await insertAdmin(db)];
    const token = await insertSession(db, one.id, testApp.clock.now());
    const otherToken = await insertSession(db, other.id, testApp.clock.now());
    const exportSmall = (by: string) => testApp.send('POST', EXPORT, { body: { targetId: 'nothing' }, token: by });
    const [first, second] = [await openExport(token), await openExport(token)];
    const third = await exportSmall(token);
    expect(third.statusCode).toBe(429);
    expect(third.json()).toMatchObject({ code: 'TOO_MANY_EXPORTS' });
    expect((await exportSmall(otherToken)).statusCode).toBe(200);
    first.destroy();
    await expect.poll(async () => (await exportSmall(token)).statusCode).toBe(200);
    second.destroy();
  });

  test('is recorded with its filters before the first byte is sent', async () => {
    const { db } = testApp.database;
    const admin = await insertAdmin(db);
    const token = await insertSession(db, admin.id, testApp.clock.now());
    const gone = new AbortController();
    const response = await fetchRaw({ targetId: 'many', from: '', action: 'post.delete' }, token, gone.signal);
    const entry = (await exportEntries()).find(({ actor_id }) => actor_id === admin.id);
    expect(entry).toMatchObject({ before: null, after: { action: 'post.delete', targetId: 'many' }, target_id: null });
    expect(response.headers.get('x-request-id')).toBe(entry?.request_id);
    gone.abort();
  });

  test('that is rejected leaves no entry', async () => {
    const before = await exportEntries();
    expect((await testApp.send('POST', EXPORT, { body: {}, token: undefined })).statusCode).toBe(401);
    expect((await testApp.post(EXPORT, { from: 'x' })).statusCode).toBe(400);
    expect((await testApp.post(EXPORT, { actorId: 'a\0b' })).statusCode).toBe(400);
    expect(await exportEntries()).toEqual(before);
  });

  test('is paused while the client reads nothing, and aborted when the client disconnects', async () => {
    const watched = vi.spyOn(testApp.services.app.exports, 'start');
    const client = new AbortController();
    const response = await fetchRaw({ targetId: 'many' }, testApp.admin.token, client.signal);
    await response.body?.getReader().read();
    const content: Readable = await watched.mock.results[0]?.value;
    await sleep(500);
    // Read to its end it would have closed.
    expect(content).toMatchObject({ closed: false, readableEnded: false });
    client.abort();
    await expect.poll(() => content.closed).toBe(true);
    expect(content.readableEnded).toBe(false);
    expect(testApp.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect((await testApp.post('/api/admin/audit', { targetId: 'many', limit: 1 })).statusCode).toBe(200);
  });
});
