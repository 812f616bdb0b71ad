import { REPORTS_PER_USER_PER_HOUR } from '@hai-dang/contract/constants.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

let testApp: TestApp;
let author: Awaited<ReturnType<typeof insertUser>>;
let token: string;
let keys = 0;

beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  const { db } = testApp.database;
  author = await insertUser(db);
  token = await insertSession(db, (await insertUser(db)).id, testApp.clock.now());
});

const key = () => `key-${++keys}`;
const file = (item: object, more: object = {}, as = token) =>
  testApp.send('POST', '/api/reports/create', {
    token: as,
    body: { reason: 'harassment', description: 'Người này quấy rối tôi nhiều lần', ...item, ...more },
  });

describe('createReport: a repeated filing', () => {
  const itemOfAuthor = () => ({ itemType: 'User', reportedItem: author.id });
  const countOf = async (table: 'reports' | 'announcements' | 'report_snapshots') =>
    (await testApp.database.db.selectFrom(table).select('id').execute()).length;
  const counts = async () => [
    await countOf('reports'),
    await countOf('announcements'),
    await countOf('report_snapshots'),
  ];

  test('with the same key returns its report when that is closed, the subject deleted and the hourly limit reached', async () => {
    const { db } = testApp.database;
    const clientKey = key();
    const post = await insertPost(db, author.id);
    const item = { itemType: 'Post', reportedItem: post.id };
    const { _id: id } = (await file(item, { clientKey })).json().data;
    await testApp.send('POST', `/api/reports/admin/${id}`, { body: { status: 'rejected' } });
    await db.updateTable('posts').set({ deleted_at: testApp.clock.now() }).where('id', '=', post.id).execute();
    for (let count = 1; count < REPORTS_PER_USER_PER_HOUR; count += 1) {
      await file({ itemType: 'User', reportedItem: (await insertUser(db)).id });
    }
    expect((await file(itemOfAuthor())).statusCode).toBe(429);
    const before = await fingerprint(db);
    const response = await file(item, { clientKey });
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toMatchObject({ _id: id, status: 'rejected' });
    expect(await fingerprint(db)).toEqual(before);
  });

  test('without a key joins the open report of the same subject, with any content, 20 at once', async () => {
    const { data: first } = (await file(itemOfAuthor())).json();
    const before = await counts();
    const stored = await fingerprint(testApp.database.db);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        file(itemOfAuthor(), { reason: 'spam', description: `Lần thứ ${index}, vẫn là người này` }),
      ),
    );
    for (const response of responses) {
      expect(response.statusCode).toBe(201);
      expect(response.json().data).toEqual(first);
    }
    expect(await counts()).toEqual(before);
    expect(await fingerprint(testApp.database.db)).toEqual(stored);
  });

  test('with another key joins the open report too, also one under review', async () => {
    const { data: first } = (await file(itemOfAuthor(), { clientKey: key() })).json();
    await testApp.send('POST', `/api/reports/admin/${first._id}`, { body: { status: 'reviewing' } });
    const again = await file(itemOfAuthor(), { clientKey: key() });
    expect(again.json().data).toMatchObject({ _id: first._id, status: 'reviewing', version: 2 });
  });

  test.each(['resolved', 'rejected'])('after the first is %s is a new report', async (status) => {
    const { data: first } = (await file(itemOfAuthor())).json();
    await testApp.send('POST', `/api/reports/admin/${first._id}`, { body: { status } });
    const { data: second } = (await file(itemOfAuthor())).json();
    expect(second).toMatchObject({ status: 'pending', version: 1 });
    expect(second._id).not.toBe(first._id);
  });

  test.each(['', 'x'.repeat(65), 'khóa', 7])('with the key %j answers 400', async (clientKey) => {
    const response = await file(itemOfAuthor(), { clientKey });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
