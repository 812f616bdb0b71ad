import { QUICK_SEARCH_MAX_LIMIT, SEARCH_TERM_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import type { QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../lib/context.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import {
  insertAdmin,
  insertComment,
  insertPost,
  insertSession,
  insertTravelPost,
  insertUser,
} from '../testing/factories.ts';
import { quickSearch } from './quick-search.ts';

const PATH = '/api/admin/quick-search';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
async function find(term: string, more: object = {}): Promise<QuickSearchResult> {
  const response = await testApp.post(PATH, { term, ...more });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}
const namesFor = async (term: string, more: object = {}) =>
  (await find(term, more)).users.map(({ username }) => username);
const NOTHING: QuickSearchResult = { users: [], reports: [], content: [] };

async function fileReport(itemType: string, reportedItem: string): Promise<string> {
  const reporter = await insertUser(db());
  const token = await insertSession(db(), reporter.id, testApp.clock.now());
  const body = { itemType, reportedItem, reason: 'spam', description: 'Quảng cáo lặp lại nhiều lần' };
  return (await testApp.send('POST', '/api/reports/create', { token, body })).json().data._id;
}

describe('quickSearch: users', () => {
  let id: string;
  beforeAll(async () => {
    const fields = { username: 'Quách Thị Mỹ Duyên', email: 'my.duyen@tim.test', phone: '0912 345 678' };
    ({ id } = await insertUser(db(), fields));
    await insertUser(db(), { username: 'Trần Duyênka', email: 'ka@tim.test' });
    await insertAdmin(db(), { username: 'Duyên', email: 'quan.tri@tim.test' });
  });

  test.each(['quach thi my', 'MỸ DUYÊN', 'my.duyen@tim.test', '0912345678', '+84 912 345 678', ' duyen  '])(
    'finds by name, e-mail and phone: %j',
    async (term) => {
      expect(await namesFor(term)).toContain('Quách Thị Mỹ Duyên');
    },
  );

  test('puts the best match first, administrators included', async () => {
    const found = await find('duyen');
    expect(found.users.map(({ username }) => username)).toEqual(['Duyên', 'Quách Thị Mỹ Duyên', 'Trần Duyênka']);
    expect(found.users.map(({ role }) => role)).toEqual(['admin', 'user', 'user']);
  });

  test('by its id an account is the only result, with the fields that the palette needs', async () => {
    expect(await find(` ${id} `)).toEqual({
      ...NOTHING,
      users: [{ _id: id, username: 'Quách Thị Mỹ Duyên', email: 'my.duyen@tim.test', avatar: null, role: 'user' }],
    });
  });

  test('an account that is being deleted is not found by its id', async () => {
    const gone = await insertUser(db(), { username: 'Người Đã Xóa' });
    await testApp.send('DELETE', `/api/admin/users/${gone.id}`);
    expect(await find(gone.id)).toEqual(NOTHING);
  });
});

describe('quickSearch: reports and content', () => {
  let postId: string;
  let reportId: string;
  let newerReportId: string;
  beforeAll(async () => {
    const owner = await insertUser(db(), { username: 'Lưu Hoàng Oanh' });
    const post = { title: 'Săn mây Tà Xùa', content: 'Dậy từ ba giờ sáng', image_urls: ['https://anh.test/may.webp'] };
    ({ id: postId } = await insertPost(db(), owner.id, post));
    reportId = await fileReport('Post', postId);
    testApp.clock.advance(1_000);
    newerReportId = await fileReport('Post', postId);
    await insertTravelPost(db(), owner.id, { title: 'Đồi chè', content: 'Gần Tà Xùa', location: 'Sơn La' });
  });

  test('finds a report by its subject: of several of one subject the newest', async () => {
    for (const term of ['ta xua', 'săn mây', 'luu hoang oanh']) {
      expect((await find(term)).reports, term).toEqual([
        {
          _id: newerReportId,
          itemType: 'Post',
          reason: 'spam',
          status: 'pending',
          title: 'Săn mây Tà Xùa',
          ownerName: 'Lưu Hoàng Oanh',
        },
      ]);
    }
  });

  test('finds each report by its id', async () => {
    expect((await find(reportId)).reports.map(({ _id }) => _id)).toEqual([reportId]);
    expect((await find(newerReportId)).reports.map(({ _id }) => _id)).toEqual([newerReportId]);
  });

  test('finds content by its words, the best match first', async () => {
    const { content } = await find('san may ta xua');
    expect(content).toEqual([
      {
        _id: postId,
        itemType: 'Post',
        title: 'Săn mây Tà Xùa',
        excerpt: 'Dậy từ ba giờ sáng',
        authorName: 'Lưu Hoàng Oanh',
        state: 'visible',
      },
    ]);
    expect((await find('ta xua')).content.map(({ itemType }) => itemType).toSorted()).toEqual(['Post', 'TravelPost']);
  });

  test('finds content of each type by its id, but none that its author has deleted', async () => {
    const author = await insertUser(db());
    const travel = await insertTravelPost(db(), author.id);
    const comment = await insertComment(db(), author.id, { postId });
    const deleted = await insertPost(db(), author.id, { deleted_at: testApp.clock.now() });
    for (const [id, itemType] of [
      [postId, 'Post'],
      [travel.id, 'TravelPost'],
      [comment.id, 'Comment'],
    ] as const) {
      expect((await find(id)).content).toMatchObject([{ _id: id, itemType }]);
    }
    expect(await find(deleted.id)).toEqual(NOTHING);
  });
});

describe('quickSearch: terms and limits', () => {
  test('returns at most the limit of each kind, five unless it is given', async () => {
    for (let made = 0; made < QUICK_SEARCH_MAX_LIMIT + 2; made += 1) {
      const { id } = await insertUser(db(), { username: `Vũ Phượng Hoàng ${made}` });
      await insertPost(db(), id, { content: 'Phượng hoàng đỏ' });
    }
    for (const [limit, count] of [
      [undefined, 5],
      [2, 2],
      [QUICK_SEARCH_MAX_LIMIT, QUICK_SEARCH_MAX_LIMIT],
    ] as const) {
      const { users, content } = await find('phuong hoang', limit === undefined ? {} : { limit });
      expect([users.length, content.length]).toEqual([count, count]);
    }
  });

  test.each(['', '   ', 'ộ', '%', '%_\\', '🌸🌸🌸', '\u200b', '\ud83c'])(
    'a term without two letters finds nothing, without a search: %j',
    async (term) => {
      // Without a database any search would throw.
      expect(await quickSearch({} as App, { term, limit: 5 })).toEqual(NOTHING);
      expect(await find(term)).toEqual(NOTHING);
    },
  );

  test.each(["' or 1=1 --", '(a+)+$', 'zq zq zq', '0000000000', 'x'.repeat(SEARCH_TERM_MAX_CHARS), 'khong-co-1'])(
    'a hostile or unknown term finds nothing: %j',
    async (term) => {
      expect(await find(term)).toEqual(NOTHING);
    },
  );

  test.each([
    [{}, 'Vui lòng nhập từ khóa'],
    [{ term: null }, 'Vui lòng nhập từ khóa'],
    [{ term: 'x'.repeat(SEARCH_TERM_MAX_CHARS + 1) }, 'Từ khóa tìm kiếm quá dài'],
    [{ term: 'mai', limit: 0 }, undefined],
    [{ term: 'mai', limit: QUICK_SEARCH_MAX_LIMIT + 1 }, undefined],
  ])('an invalid body answers 400 with its message: %j', async (body, message) => {
    const response = await testApp.post(PATH, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', ...(message === undefined ? {} : { message }) });
  });
});
