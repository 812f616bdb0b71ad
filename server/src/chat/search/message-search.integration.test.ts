import type { FoundMessagePage } from '@hai-dang/contract/chat/chat.schema.ts';
import { SECOND_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { fold } from '../../testing/reference-users.ts';
import { chatSearchStore } from './message-search.store.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await testApp.database.db.deleteFrom('conversations').execute();
});

interface Written {
  userId: string;
  text: string;
  /** An image with this caption. */
  isCaption?: boolean;
}
const IMAGE = {
  image_name: 'xin-chao.webp',
  image_preview_name: 'xin-chao-nho.webp',
  image_width: 640,
  image_height: 480,
  image_source_hash: 'xin-chao',
};
const NO_IMAGE = {
  image_name: null,
  image_preview_name: null,
  image_width: null,
  image_height: null,
  image_source_hash: null,
};

/** Stores messages in this order, one second apart. @returns the ids, newest first */
async function write(list: readonly Written[]): Promise<string[]> {
  const { db } = testApp.database;
  const seqs = new Map<string, number>();
  const rows = list.map(({ userId, text, isCaption = false }, index) => {
    const seq = (seqs.get(userId) ?? 0) + 1;
    seqs.set(userId, seq);
    return {
      id: newId(),
      user_id: userId,
      seq,
      sender_id: userId,
      is_from_admin: false,
      type: isCaption ? 'image' : 'text',
      content: isCaption ? 'https://anh.test/xin-chao.webp' : text,
      caption: isCaption ? text : null,
      ...(isCaption ? IMAGE : NO_IMAGE),
      client_key: `key-${index}`,
      created_at: new Date(testApp.clock.now().getTime() + index * SECOND_MS),
    };
  });
  const conversations = [...seqs].map(([user_id, last_seq]) => ({ user_id, last_seq, unread_count: 0 }));
  await db.insertInto('conversations').values(conversations).execute();
  await db.insertInto('messages').values(rows).execute();
  return rows.map(({ id }) => id).reverse();
}

const ask = (body: unknown) => testApp.post('/api/admin/chat/search', body);
async function search(body: unknown): Promise<FoundMessagePage> {
  const response = await ask(body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}
const idsOf = ({ messages }: FoundMessagePage) => messages.map(({ message }) => message._id);
const textsFor = async (searchTerm: string, more = {}) =>
  (await search({ searchTerm, ...more })).messages.map(({ message }) => message.caption ?? message.content);

async function searchAll(body: { limit: number } & Record<string, unknown>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: FoundMessagePage = await search({ ...body, cursor });
    expect(page.messages.length).toBeLessThanOrEqual(body.limit);
    found.push(...idsOf(page));
    cursor = page.pagination.nextCursor;
  } while (cursor);
  return found;
}

/** The search in plain JavaScript: by words, the last of which may go on; a term without words literally. */
function contains(text: string, term: string): boolean {
  const wordsOf = (value: string) =>
    fold(value)
      .replaceAll(/[\s%_\\.😀-]+/gu, ' ')
      .trim();
  if (wordsOf(term) !== '') return ` ${wordsOf(text)}`.includes(` ${wordsOf(term)}`);
  return fold(text.replaceAll(/\s+/g, ' ')).includes(fold(term.replaceAll(/\s+/g, ' ').trim()));
}

describe('message search', () => {
  test('ignores case and diacritics, returns the conversation’s user, newest first', async () => {
    const { db } = testApp.database;
    const [lan, minh] = [await insertUser(db, { username: 'Lan' }), await insertUser(db, { username: 'Minh' })];
    await write([
      { userId: lan.id, text: 'Cho em hỏi tour Đà Nẵng' },
      { userId: minh.id, text: 'không liên quan' },
      { userId: minh.id, text: 'đi ĐÀ NẴNG mấy ngày?' },
    ]);
    const { messages, pagination } = await search({ searchTerm: '  da   nang ' });
    expect(messages).toMatchObject([
      { message: { content: 'đi ĐÀ NẴNG mấy ngày?', seq: 2, read: false }, user: { _id: minh.id, username: 'Minh' } },
      { message: { content: 'Cho em hỏi tour Đà Nẵng', seq: 1 }, user: { _id: lan.id, username: 'Lan' } },
    ]);
    expect(pagination).toEqual({ nextCursor: null });
    expect(await textsFor('đà nẵng', { userId: lan.id })).toEqual(['Cho em hỏi tour Đà Nẵng']);
    expect(await textsFor('đà nẵng', { userId: 'nobody' })).toEqual([]);
  });

  test('finds a phrase across a line break, and the caption of an image but not its URL', async () => {
    const { id } = await insertUser(testApp.database.db);
    await write([
      { userId: id, text: 'hóa đơn\n\u00a0 của em' },
      { userId: id, text: 'ảnh hóa đơn', isCaption: true },
    ]);
    expect(await textsFor('đơn của')).toEqual(['hóa đơn\n\u00a0 của em']);
    expect(await textsFor('hóa đơn')).toEqual(['ảnh hóa đơn', 'hóa đơn\n\u00a0 của em']);
    expect(await textsFor('webp')).toEqual([]);
  });

  test('takes pattern and query operators literally', async () => {
    const { id } = await insertUser(testApp.database.db);
    const texts = ['giảm 100% thật', 'gạch_dưới', 'C:\\Users', '(a+)+$', "'; drop table messages --"];
    await write(texts.map((text) => ({ userId: id, text })));
    for (const [term, text] of [
      ['%', 'giảm 100% thật'],
      ['100%', 'giảm 100% thật'],
      ['gạch_d', 'gạch_dưới'],
      ['gạch.d', 'gạch_dưới'],
      ['g.*d', null],
      ['h%d', null],
      ['%%%', null],
      [':\\u', 'C:\\Users'],
      ['(a+)+$', '(a+)+$'],
      ["'; drop", "'; drop table messages --"],
    ] as const) {
      expect(await textsFor(term), term).toEqual(text === null ? [] : [text]);
      expect(await textsFor(term, { userId: id }), term).toEqual(text === null ? [] : [text]);
    }
  });

  test.each([
    {},
    { searchTerm: '' },
    { searchTerm: 'x'.repeat(201) },
    { searchTerm: 'a\0b' },
    { searchTerm: 'a', limit: 51 },
  ])('rejects %j', async (body) => {
    expect((await ask(body)).statusCode).toBe(400);
  });

  test('rejects a cursor of another search, and finds nothing for blanks', async () => {
    const { id } = await insertUser(testApp.database.db);
    await write(Array.from({ length: 3 }, () => ({ userId: id, text: 'lặp lại' })));
    const { nextCursor } = (await search({ searchTerm: 'lặp', limit: 1 })).pagination;
    expect(nextCursor).toEqual(expect.any(String));
    expect((await ask({ searchTerm: 'lặp', userId: id, cursor: nextCursor })).json()).toMatchObject({
      code: 'INVALID_CURSOR',
    });
    expect(await search({ searchTerm: ' \n ' })).toEqual({ messages: [], pagination: { nextCursor: null } });
  });

  test('finds exactly the messages in which a plain comparison finds the term', async () => {
    const { db } = testApp.database;
    const users = [(await insertUser(db)).id, (await insertUser(db)).id];
    const letters = [...'aăâbcdđeêghiklmnoôơtuưvxyAĐÊàảãáạệộợ09 %_\\.-\n\t\u00a0\u2003😀'];
    const text = (size: fc.StringConstraints) => fc.string({ unit: fc.constantFrom(...letters), ...size });
    const written = fc.sample(
      fc.record({
        userId: fc.constantFrom(...users),
        text: text({ minLength: 1, maxLength: 30 }),
        isCaption: fc.boolean(),
      }),
      150,
    );
    const ids = await write(written);
    const everything = written.toReversed().map((one, index) => ({ ...one, id: ids[index] }));
    const fromSomewhere = fc
      .tuple(fc.constantFrom(...written), fc.nat(20), fc.integer({ min: 1, max: 8 }), fc.boolean())
      .map(([one, start, length, isFolded]) => {
        const part = [...one.text].slice(start, start + length).join('');
        return isFolded ? fold(part) : part;
      });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fromSomewhere, text({ minLength: 1, maxLength: 4 })).filter((term) => term !== ''),
        fc.constantFrom(undefined, ...users),
        fc.integer({ min: 1, max: 50 }),
        async (searchTerm, userId, limit) => {
          const expected =
            searchTerm.trim() === ''
              ? []
              : everything.filter((one) => (!userId || one.userId === userId) && contains(one.text, searchTerm));
          expect(await searchAll({ searchTerm, userId, limit })).toEqual(expected.map(({ id }) => id));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('message search: more messages than one search window', () => {
  const MESSAGES = 12_000;
  let owner: string;
  beforeAll(async () => {
    owner = (await insertUser(testApp.database.db)).id;
  });
  beforeEach(async () => {
    const { db } = testApp.database;
    await db.insertInto('conversations').values({ user_id: owner, last_seq: MESSAGES, unread_count: 0 }).execute();
    // Every 700th is rare, the oldest ten are old; two in a row share a time.
    await sql`
      insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
      select 'm-' || lpad(i::text, 6, '0'), ${owner}, i, ${owner}, false, 'text',
        case when i % 700 = 0 then 'chuyện hiếm ' when i <= 10 then 'chuyện cổ ' else 'chuyện thường ' end || i
          || case when i = 2000 then ' ___' else '' end,
        'k' || i, ${testApp.clock.now()}::timestamptz + (i / 2) * interval '1 minute'
      from generate_series(1, ${MESSAGES}) i`.execute(db);
    await sql`analyze messages`.execute(db);
  });

  test.each<[string, string, number, (seq: number) => boolean]>([
    ['what all have', 'chuyen', 50, () => true],
    ['what few have', 'chuyện hiếm', 5, (seq) => seq % 700 === 0],
    ['what only the oldest have', 'CHUYỆN CỔ', 50, (seq) => seq <= 10],
    ['what one has', 'thường 11999', 50, (seq) => seq === 11_999],
    ['what nobody has', 'chuyện chuyện', 50, () => false],
    ['the first digits', '77', 50, (seq) => String(seq).startsWith('77')],
    ['what the index does not know', '___', 50, (seq) => seq === 2_000],
  ])('%s is found once, in order', async (_what, searchTerm, limit, isFound) => {
    const expected = Array.from({ length: MESSAGES }, (_, index) => MESSAGES - index)
      .filter(isFound)
      .map((seq) => `m-${String(seq).padStart(6, '0')}`);
    expect(await searchAll({ searchTerm, limit })).toEqual(expected);
    expect(await searchAll({ searchTerm, limit, userId: owner })).toEqual(expected);
  });

  test('each step uses an index', async () => {
    const planOf = await openPlanReader(testApp.database.pool);
    const after = { at: testApp.clock.now(), id: 'm' };
    const page = { term: 'chuyện hiếm', after, limit: 21 };
    expect((await planOf((db) => chatSearchStore.searchWindow(db, page, 5_000))).indexes).toContain('messages_newest');
    expect((await planOf((db) => chatSearchStore.endOfWindow(db, after, 5_000))).indexes).toContain('messages_newest');
    expect((await planOf((db) => chatSearchStore.searchIndex(db, { ...page, after: null }))).indexes).toContain(
      'messages_words',
    );
    const part = { userId: owner, term: 'a', first: 5_000, before: 5_500, limit: 21 };
    expect((await planOf((db) => chatSearchStore.searchConversation(db, part))).indexes).toContain('messages_seq_key');
  });
});
