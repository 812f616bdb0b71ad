import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { accountSubject, makeDecision, readSubject } from '../../testing/decisions.ts';
import { insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { findMessages, findNotices, sendLetters } from '../../testing/letters.ts';

const TIMEOUT_MS = 60_000;
/** More than one step of the job takes back. */
const POSTS = 23;
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterEach(async () => {
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const steps = () => createAppealSteps(testApp);
const postSubject = (itemId: string) => ({ itemType: 'Post', itemId });

/** An account whose posts are taken down as one action, with its notices: one has a message. */
async function takenDownPosts(count: number) {
  const author = await insertUser(db());
  const posts: string[] = [];
  for (let n = 0; n < count; n += 1) posts.push((await insertPost(db(), author.id)).id);
  const reporter = await insertUser(db());
  const reported = { ...postSubject(posts[0] ?? ''), itemAuthorId: author.id };
  await insertReport(db(), reported, { reporter_id: reporter.id });
  const target = { kind: 'content', subjects: posts.map(postSubject) };
  const body = { action: { kind: 'takedown' }, target, policy: 'spam' };
  expect((await testApp.post('/api/admin/bulk', body)).statusCode).toBe(201);
  await testApp.services.jobs.runDue();
  await sendLetters(testApp);
  const notices = await findNotices(db(), author.id);
  const letter = notices.find(({ message_id }) => message_id !== null);
  const single = notices.find(({ message_id }) => message_id === null);
  return { author, reporter, posts, letterId: letter?.id ?? '', singleId: single?.id ?? '' };
}
const shownOf = async (authorId: string) =>
  (
    await db()
      .selectFrom('posts')
      .select('id')
      .where('author_id', '=', authorId)
      .where('deleted_at', 'is', null)
      .execute()
  ).length;
const detailOf = async (appealId: string) => (await testApp.post(`/api/admin/appeals/${appealId}`)).json().data;
const pointsOf = async (id: string) => (await readSubject(testApp, accountSubject(id))).strikes.points;

describe('decideAppeal: the letter about a bulk action', () => {
  test('overturn → takes back all that it did to the account, and nothing else', { timeout: TIMEOUT_MS }, async () => {
    const { author, reporter, letterId } = await takenDownPosts(POSTS);
    const { id: other } = await insertPost(db(), author.id);
    await makeDecision(testApp, postSubject(other), { policy: 'spam', actions: ['takedown'] });
    const points = await pointsOf(author.id);
    const appeal = await steps().objectAnyhow(author.id, letterId);
    expect(await detailOf(appeal)).toMatchObject({ ofSameBulk: POSTS - 1 });
    expect((await steps().conclude(appeal, 'overturn')).statusCode).toBe(200);
    await sendLetters(testApp);
    await sendLetters(testApp);
    expect(await shownOf(author.id)).toBe(POSTS);
    expect(await pointsOf(author.id)).toBe(points / 2);
    const texts = (await findMessages(db(), author.id)).map(({ content }) => content);
    expect(texts.filter((text) => text.includes('không còn hiệu lực'))).toHaveLength(1);
    expect(await findMessages(db(), reporter.id)).toHaveLength(2);
  });

  test('uphold → everything stays', async () => {
    const { author, letterId } = await takenDownPosts(2);
    const appeal = await steps().objectAnyhow(author.id, letterId);
    expect((await steps().conclude(appeal, 'uphold')).statusCode).toBe(200);
    await testApp.services.jobs.runDue();
    expect(await shownOf(author.id)).toBe(0);
  });

  test('overturn for the notice of one post → that post alone is restored, and the points stay', async () => {
    const { author, singleId } = await takenDownPosts(3);
    const points = await pointsOf(author.id);
    const appeal = await steps().objectAnyhow(author.id, singleId);
    expect(await detailOf(appeal)).toMatchObject({ ofSameBulk: 0 });
    await steps().conclude(appeal, 'overturn');
    await testApp.services.jobs.runDue();
    expect(await shownOf(author.id)).toBe(1);
    expect(await pointsOf(author.id)).toBe(points);
  });

  test('overturn while another post of it is objected to → that appeal is granted, too', async () => {
    const { author, letterId, singleId } = await takenDownPosts(3);
    const second = await steps().objectAnyhow(author.id, singleId);
    const first = await steps().objectAnyhow(author.id, letterId);
    await steps().conclude(first, 'overturn');
    await testApp.services.jobs.runDue();
    expect(await detailOf(second)).toMatchObject({ appeal: { outcome: 'overturned' } });
    expect(await shownOf(author.id)).toBe(3);
  });
});
