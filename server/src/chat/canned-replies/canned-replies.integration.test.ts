import { CANNED_REPLIES_MAX, type CannedReply } from '@hai-dang/contract/chat/canned-replies.schema.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openTwoAdminsAndUser } from '../../testing/chat-members.ts';
import { insertCannedReply } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

const LIST = '/api/admin/canned-replies';
const CREATE = `${LIST}/create`;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.database.db.deleteFrom('canned_replies').execute();
});

const list = async (): Promise<CannedReply[]> => (await testApp.post(LIST)).json().data;
const create = async (shortcut: string, content = 'Chào {tên}!'): Promise<CannedReply> =>
  (await testApp.post(CREATE, { shortcut, content })).json().data;

describe('canned replies', () => {
  test('are listed by shortcut, regardless of case and diacritics', async () => {
    for (const shortcut of ['đổi', 'ban', 'Ảnh', 'doa']) await create(shortcut);
    expect((await list()).map(({ shortcut }) => shortcut)).toEqual(['Ảnh', 'ban', 'doa', 'đổi']);
  });

  test('are stored as written, without blanks and slash around', async () => {
    const { data } = (
      await testApp.post(CREATE, { shortcut: ' /Chào ', content: '\n Chào {tên},\nbạn khỏe không? ' })
    ).json();
    const kept = { _id: expect.any(String), shortcut: 'Chào', content: 'Chào {tên},\nbạn khỏe không?', version: 1 };
    expect(data).toEqual(kept);
    expect(await list()).toEqual([kept]);
  });

  test.each(['chao', 'CHÀO', 'chào'.normalize('NFD'), '/chào'])(
    '%j is rejected as a duplicate of "chào"',
    async (shortcut) => {
      await create('chào');
      const other = await create('khác');
      const rejected = { success: false, code: 'CANNED_REPLY_EXISTS', message: 'Lối tắt này đã được dùng' };
      const body = { shortcut, content: 'Nội dung khác' };
      const before = await fingerprint(testApp.database.db);
      for (const response of [
        await testApp.post(CREATE, body),
        await testApp.post(`${LIST}/${other._id}`, { ...body, version: other.version }),
      ]) {
        expect(response.statusCode).toBe(409);
        expect(response.json()).toMatchObject(rejected);
      }
      expect(await fingerprint(testApp.database.db)).toEqual(before);
    },
  );

  test('may change the diacritics of their own shortcut', async () => {
    const { _id, version } = await create('chao');
    const response = await testApp.post(`${LIST}/${_id}`, { shortcut: 'Chào', content: 'Chào!', version });
    expect(response.json().data).toEqual({ _id, shortcut: 'Chào', content: 'Chào!', version: 2 });
  });

  test.each([
    ['no shortcut', { shortcut: ' / ' }],
    ['two words', { shortcut: 'xin chào' }],
    ['a slash within', { shortcut: 'a/b' }],
    ['33 characters', { shortcut: 'x'.repeat(33) }],
    ['no content', { content: ' \n ' }],
    ['too much content', { content: 'x'.repeat(4_001) }],
    ['what nobody can see', { content: '\0\u200B\u202E' }],
    ['what cannot be stored', { shortcut: 'a\0b' }],
  ])('%s is rejected', async (_, fields) => {
    const response = await testApp.post(CREATE, { shortcut: 'chào', content: 'Chào!', ...fields });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await list()).toEqual([]);
  });

  test('are stored without characters that cannot be stored or are deceptive', async () => {
    expect((await testApp.post(CREATE, { shortcut: 'chào', content: 'a\0\u202Eb' })).json().data.content).toBe('ab');
  });

  test('of maximum lengths are accepted', async () => {
    const longest = { shortcut: 'x'.repeat(32), content: 'y'.repeat(4_000) };
    expect((await testApp.post(CREATE, longest)).json().data).toMatchObject(longest);
  });

  test('a deleted one is deleted for all administrators', async () => {
    const { _id, version } = await create('chào');
    expect((await testApp.send('DELETE', `${LIST}/${_id}`)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
    const change = await testApp.post(`${LIST}/${_id}`, { shortcut: 'chào', content: 'x', version });
    for (const response of [change, await testApp.send('DELETE', `${LIST}/${_id}`)]) {
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'CANNED_REPLY_NOT_FOUND' });
    }
    expect((await testApp.post(CREATE, { shortcut: 'chào', content: 'x' })).statusCode, 'its shortcut is free').toBe(
      201,
    );
  });

  test(`${CANNED_REPLIES_MAX} is the maximum, also for parallel additions`, async () => {
    const { db } = testApp.database;
    for (let index = 0; index < CANNED_REPLIES_MAX - 2; index += 1)
      await insertCannedReply(db, { shortcut: `c${index}` });
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => testApp.post(CREATE, { shortcut: `mới${index}`, content: 'x' })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'TOO_MANY_CANNED_REPLIES',
    });
    expect(await list()).toHaveLength(CANNED_REPLIES_MAX);
  });
});

describe('canned reply events', () => {
  let url: string;
  beforeAll(async () => {
    url = await listen(testApp.app);
  });
  const sockets = createSocketOpener(() => url);
  afterEach(() => sockets.closeAll());

  test('are emitted to all administrators, the author included, and to no other account', async () => {
    const members = await openTwoAdminsAndUser(testApp, sockets);
    const { _id, version } = await create('chào');
    await testApp.post(`${LIST}/${_id}`, { shortcut: 'chào', content: 'Khác', version });
    await testApp.post(`${LIST}/${_id}`, { shortcut: 'chào', content: 'Thua', version });
    await testApp.send('DELETE', `${LIST}/${_id}`);
    const three = Array(3).fill(['canned_replies_changed', {}]);
    expect(await Promise.all(members.map(eventsOf))).toEqual([three, three, []]);
  });
});
