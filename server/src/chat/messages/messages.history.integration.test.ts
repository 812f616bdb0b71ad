import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_HISTORY_MAX_LIMIT, CHAT_HISTORY_PAGE_SIZE } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertUser } from '../../testing/factories.ts';

const MESSAGES = 1_200;
let testApp: TestApp;
let userId: string;
beforeAll(async () => {
  testApp = await buildTestApp();
  userId = (await insertUser(testApp.database.db, { username: 'Trần Lan', avatar_url: '/a.png' })).id;
  await insertMessages(userId, MESSAGES);
});
afterAll(() => testApp.close());

/** Every third is an administrator's; the times decrease, because nothing may depend on them. */
async function insertMessages(ofUser: string, count: number): Promise<void> {
  const { db } = testApp.database;
  await sql`
    insert into conversations (user_id, last_seq, unread_count, admin_read_seq, user_read_seq)
    values (${ofUser}, ${count}, 0, ${count - 4}, ${count - 8})`.execute(db);
  await sql`
    insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
    select ${ofUser} || '-' || n, ${ofUser}, n, case when n % 3 = 0 then ${testApp.admin.id} else ${ofUser} end, n % 3 = 0,
      'text', 'Tin ' || n, ${ofUser} || '-' || n, ${testApp.clock.now()}::timestamptz - n * interval '1 second'
    from generate_series(1, ${count}) n`.execute(db);
}

async function read(body: object, id = userId) {
  const response = await testApp.post(`/api/admin/chat/${id}`, body);
  expect(response.statusCode).toBe(200);
  return response.json() as { data: ChatMessage[]; conversation: object };
}
const seqsOf = (messages: ChatMessage[]) => messages.map(({ seq }) => seq);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("listMessages: {} returns the newest 200, oldest first, and the conversation's state", async () => {
  const { data, conversation } = await read({});
  expect(CHAT_HISTORY_PAGE_SIZE).toBe(200);
  expect(seqsOf(data)).toEqual(range(MESSAGES - 199, MESSAGES));
  expect(conversation).toEqual({
    lastSeq: MESSAGES,
    adminReadSeq: MESSAGES - 4,
    userReadSeq: MESSAGES - 8,
    work: expect.objectContaining({ isResolved: false }),
  });
});

test.each([1, 7, 200, CHAT_HISTORY_MAX_LIMIT])(
  'listMessages: paged to either end, %i at a time, returns each message once',
  async (limit) => {
    const total = limit === 1 ? 30 : MESSAGES;
    const back: ChatMessage[] = [];
    let before: number | undefined;
    while (back.length < total) {
      const { data } = await read({ before, limit });
      if (data.length === 0) break;
      back.unshift(...data);
      before = data[0]?.seq;
    }
    expect(seqsOf(back)).toEqual(range(MESSAGES - back.length + 1, MESSAGES));
    const forth: ChatMessage[] = [];
    while (forth.length < total) {
      const { data } = await read({ after: forth.at(-1)?.seq ?? 0, limit });
      if (data.length === 0) break;
      forth.push(...data);
    }
    expect(seqsOf(forth)).toEqual(range(1, forth.length));
    if (total === MESSAGES) expect(forth).toEqual(back);
  },
);

describe('listMessages: bounds', () => {
  test.each([
    [{ before: 1 }, []],
    [{ before: 4, limit: 2 }, [2, 3]],
    [{ after: MESSAGES }, []],
    [{ after: MESSAGES + 50 }, []],
    [{ after: 5, before: 9 }, [6, 7, 8]],
    [{ after: 5, before: 9, limit: 2 }, [6, 7]],
    [{ after: null, before: null, limit: 1 }, [MESSAGES]],
    [{ before: 2_147_483_647, limit: 1 }, [MESSAGES]],
  ])('%j', async (body, expected) => {
    expect(seqsOf((await read(body)).data)).toEqual(expected);
  });

  test.each([
    { limit: 0 },
    { limit: CHAT_HISTORY_MAX_LIMIT + 1 },
    { before: 0 },
    { after: -1 },
    { before: '3' },
    { before: 2 ** 31 },
    { after: 2 ** 40 },
  ])('listMessages: %j is rejected', async (body) => {
    const response = await testApp.post(`/api/admin/chat/${userId}`, body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

test('listMessages: each message has its author, and whether the other side has read it', async () => {
  const { data } = await read({ limit: 12 });
  for (const { seq = 0, isAdminMessage, read: isRead, sender, receiver, createdAt } of data) {
    expect(isAdminMessage).toBe(seq % 3 === 0);
    expect(isRead).toBe(seq <= (isAdminMessage ? MESSAGES - 8 : MESSAGES - 4));
    if (isAdminMessage) {
      expect(sender).toEqual({ _id: testApp.admin.id, username: 'Quản trị thử', avatar: null, role: 'admin' });
      expect(receiver).toBe(userId);
    } else {
      expect(sender).toEqual({ _id: userId, username: 'Trần Lan', avatar: 'http://localhost/a.png', role: 'user' });
      expect(receiver).toBeNull();
    }
    expect(createdAt).toBe(new Date(testApp.clock.now().getTime() - seq * 1_000).toISOString());
  }
});

test("listMessages: only the caller's own messages contain their key", async () => {
  for (const { tempId, isAdminMessage, _id } of (await read({ limit: 6 })).data) {
    expect(tempId).toBe(isAdminMessage ? _id : undefined);
  }
});

test('listMessages: a user without messages has an empty conversation; an administrator has none', async () => {
  const { id } = await insertUser(testApp.database.db);
  expect(await read({}, id)).toEqual({
    success: true,
    data: [],
    conversation: {
      lastSeq: 0,
      adminReadSeq: 0,
      userReadSeq: 0,
      work: { waitingSince: null, isResolved: false, stateSince: null, assignee: null },
    },
  });
  const response = await testApp.post(`/api/admin/chat/${(await insertAdmin(testApp.database.db)).id}`);
  expect([response.statusCode, response.json().code]).toEqual([404, 'CHAT_USER_NOT_FOUND']);
});
