import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectSubjectsReplayed } from '../../testing/counters.ts';
import { accountSubject, readSubject, tryDecision, undoDecision } from '../../testing/decisions.ts';
import { insertPost, insertUser } from '../../testing/factories.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterEach(async () => {
  await testApp.services.jobs.runDue();
  await expectSubjectsReplayed(db());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const runJobs = () => testApp.services.jobs.runDue();
const TIMEOUT_MS = 60_000;
/** The points of 'scam', in the rules that a new database has. */
const POINTS = 5;

/** An account with so many posts. */
async function insertAuthor(posts: number) {
  const { id } = await insertUser(db());
  const ids: string[] = [];
  for (let n = 0; n < posts; n += 1) ids.push((await insertPost(db(), id)).id);
  return { id, posts: ids };
}
const postSubject = (itemId: string) => ({ itemType: 'Post', itemId });
/** Starts an action and awaits its end. @returns its id */
async function run(body: object): Promise<string> {
  const response = await testApp.post('/api/admin/bulk', body);
  expect(response.statusCode).toBe(201);
  await runJobs();
  return response.json().data._id;
}
async function undo(id: string): Promise<void> {
  expect((await testApp.post(`/api/admin/bulk/${id}/undo`)).statusCode).toBe(200);
  await runJobs();
}
const pointsOf = async (id: string) => (await readSubject(testApp, accountSubject(id))).strikes.points;
const decisionsOf = (ownerId: string) =>
  db().selectFrom('decisions').select('id').where('owner_id', '=', ownerId).orderBy('id').execute();
const takedown = (...posts: readonly string[]) => ({
  action: { kind: 'takedown' },
  target: { kind: 'content', subjects: posts.map(postSubject) },
  policy: 'scam',
});

describe('startBulk: points of one account', () => {
  test('many posts of two accounts → each gets the points of the rule once, as its record says', async () => {
    const [spammer, other] = [await insertAuthor(15), await insertAuthor(1)];
    await run(takedown(...spammer.posts, ...other.posts));
    expect(await pointsOf(spammer.id)).toBe(POINTS);
    expect(await pointsOf(other.id)).toBe(POINTS);
    const record = (await testApp.post(`/api/admin/users/${spammer.id}/record`)).json().data;
    expect(record).toMatchObject({ points: POINTS, decisionsCount: 15 });
    const given = record.decisions.map(({ points }: { points: number }) => points);
    expect(given.toSorted()).toEqual([...Array(14).fill(0), POINTS]);
  });

  test('two actions, and a single decision → each gives its own', async () => {
    const { id, posts } = await insertAuthor(5);
    await run(takedown(...posts.slice(0, 2)));
    await run(takedown(...posts.slice(2, 4)));
    const single = { policy: 'scam', actions: ['takedown' as const] };
    expect((await tryDecision(testApp, postSubject(posts[4] ?? ''), single)).statusCode).toBe(201);
    expect(await pointsOf(id)).toBe(3 * POINTS);
  });

  test('parts undone in any order → the points stay until the last one is undone', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(order, async (undone) => {
        const { id, posts } = await insertAuthor(4);
        const bulk = await run(takedown(...posts));
        const decisions = await decisionsOf(id);
        for (const [count, index] of undone.entries()) {
          await undoDecision(testApp, decisions[index]?.id ?? '');
          expect(await pointsOf(id)).toBe(count + 1 < decisions.length ? POINTS : 0);
        }
        if (undone.length < decisions.length) await undo(bulk);
        expect(await pointsOf(id)).toBe(0);
      }),
      { numRuns: 6 },
    );
  });
});
