import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { undoDecision } from '../../testing/decisions.ts';
import { insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { findMessages, findNotices, sendLetters } from '../../testing/letters.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterEach(() => expectSubjectsReplayed(db()));
afterAll(() => testApp.close());

const db = () => testApp.database.db;

/** An account with posts 'Vé rẻ 1', 'Vé rẻ 2', …, each reported by the same user. */
async function insertReportedPosts(count: number) {
  const author = await insertUser(db());
  const reporter = await insertUser(db());
  const posts: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { id } = await insertPost(db(), author.id, { title: `Vé rẻ ${n}` });
    await insertReport(db(), { itemType: 'Post', itemId: id, itemAuthorId: author.id }, { reporter_id: reporter.id });
    posts.push(id);
  }
  return { author, reporter, posts };
}

/** Takes posts down as one action. @returns its id */
async function takeDown(posts: readonly string[], fields: object = {}): Promise<string> {
  const subjects = posts.map((itemId) => ({ itemType: 'Post', itemId }));
  const body = { action: { kind: 'takedown' }, target: { kind: 'content', subjects }, policy: 'scam', ...fields };
  const response = await testApp.post('/api/admin/bulk', body);
  expect(response.statusCode).toBe(201);
  await testApp.services.jobs.runDue();
  return response.json().data._id;
}
async function undo(id: string): Promise<void> {
  await testApp.post(`/api/admin/bulk/${id}/undo`);
  await testApp.services.jobs.runDue();
}
const textsOf = async (userId: string) => (await findMessages(db(), userId)).map(({ content }) => content);
const setState = (id: string, state: string) =>
  db().updateTable('moderation_bulks').set({ state }).where('id', '=', id).execute();

describe('startBulk: letters of one account', () => {
  test('eight posts → one message, which says how many, names the first and has the points; a notice for each', async () => {
    const { author, posts } = await insertReportedPosts(8);
    await takeDown(posts);
    await sendLetters(testApp);
    const [text, ...more] = await textsOf(author.id);
    expect(more).toEqual([]);
    expect(text).toContain('Chúng tôi đã gỡ bài viết “Vé rẻ ');
    expect(text).toMatch(
      /Cùng lúc, 7 nội dung khác của bạn cũng bị gỡ: (bài viết “Vé rẻ \d+”(, )?){3} và 4 nội dung khác\./,
    );
    expect(text).toContain('Tất cả được tính một lần: 5 điểm (hết hạn lúc ');
    const notices = await findNotices(db(), author.id);
    expect(notices).toHaveLength(8);
    expect(notices.filter(({ message_id }) => message_id !== null)).toHaveLength(1);
  });

  test('a user who reported five of them → one message, and a notice for each report', async () => {
    const { reporter, posts } = await insertReportedPosts(5);
    await takeDown(posts);
    await sendLetters(testApp);
    expect(await textsOf(reporter.id)).toHaveLength(1);
    expect(await findNotices(db(), reporter.id)).toHaveLength(5);
  });

  test('while the action runs → none is sent; once it has ended, one', async () => {
    const { author, reporter, posts } = await insertReportedPosts(3);
    const bulk = await takeDown(posts);
    await setState(bulk, 'running');
    await sendLetters(testApp);
    expect([await textsOf(author.id), await textsOf(reporter.id)]).toEqual([[], []]);
    await setState(bulk, 'stopped');
    await sendLetters(testApp);
    expect(await textsOf(author.id)).toHaveLength(1);
    expect(await textsOf(reporter.id)).toHaveLength(1);
  });

  test('one post → a letter as of a single decision', async () => {
    const { author, posts } = await insertReportedPosts(1);
    await takeDown(posts);
    await sendLetters(testApp);
    expect((await textsOf(author.id)).join()).not.toContain('Cùng lúc');
  });

  test('undone before it is sent → no message; undone after it → one that says so', async () => {
    const [early, late] = [await insertReportedPosts(3), await insertReportedPosts(3)];
    await undo(await takeDown(early.posts));
    await sendLetters(testApp);
    expect(await textsOf(early.author.id)).toEqual([]);
    const bulk = await takeDown(late.posts);
    await sendLetters(testApp);
    await undo(bulk);
    await sendLetters(testApp);
    for (const { id } of [late.author, late.reporter]) {
      const [, second, ...more] = await textsOf(id);
      expect(more).toEqual([]);
      expect(second).toContain('Chúng tôi đã hủy quyết định');
    }
  });

  test('the decision with the message undone alone before it is sent → the next one has it, about the others', async () => {
    const { author, posts } = await insertReportedPosts(3);
    await takeDown(posts);
    const first = await db()
      .selectFrom('letters')
      .select('decision_id')
      .where('recipient_id', '=', author.id)
      .where('has_message', '=', true)
      .executeTakeFirstOrThrow();
    await undoDecision(testApp, first.decision_id ?? '');
    await sendLetters(testApp);
    const texts = await textsOf(author.id);
    expect(texts).toEqual([expect.stringContaining('Cùng lúc, 1 nội dung khác của bạn cũng bị gỡ: bài viết “Vé rẻ ')]);
  });

  test('without letters → no message', async () => {
    const { author, reporter, posts } = await insertReportedPosts(2);
    await takeDown(posts, { letters: { owner: null, reporters: null } });
    await sendLetters(testApp);
    expect([await textsOf(author.id), await textsOf(reporter.id)]).toEqual([[], []]);
  });
});
