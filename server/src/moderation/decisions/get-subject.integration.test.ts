import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { accountSubject, makeDecision, readSubject, type SubjectRef, undoDecision } from '../../testing/decisions.ts';
import { insertComment, insertPost, insertReport, insertTravelPost, insertUser } from '../../testing/factories.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

describe('getSubject: the open reports of what an account published', () => {
  const contentReportsOf = async (id: string) => (await readSubject(testApp, accountSubject(id))).contentReports;
  const report = ({ itemType, itemId }: SubjectRef, itemAuthorId: string, status = 'pending') =>
    insertReport(db(), { itemType, itemId, itemAuthorId }, { status });

  test('none but those of the account itself → 0 in 0 subjects', async () => {
    const { id } = await insertUser(db());
    expect(await contentReportsOf(id)).toEqual({ open: 0, subjects: 0 });
    await report(accountSubject(id), id);
    expect(await readSubject(testApp, accountSubject(id))).toMatchObject({
      openReports: 1,
      contentReports: { open: 0, subjects: 0 },
    });
  });

  test('posts, travel posts and comments → counted without the closed ones, and again once a decision is undone', async () => {
    const { id } = await insertUser(db());
    const other = await insertUser(db());
    const post: SubjectRef = { itemType: 'Post', itemId: (await insertPost(db(), id)).id };
    const travelPost: SubjectRef = { itemType: 'TravelPost', itemId: (await insertTravelPost(db(), id)).id };
    const closed: SubjectRef = { itemType: 'Post', itemId: (await insertPost(db(), id)).id };
    const othersPost = (await insertPost(db(), other.id)).id;
    const comment: SubjectRef = {
      itemType: 'Comment',
      itemId: (await insertComment(db(), id, { postId: othersPost })).id,
    };
    await report(accountSubject(id), id);
    await report(post, id);
    await report(post, id, 'reviewing');
    await report(post, id, 'rejected');
    await report(travelPost, id);
    await report(comment, id);
    await report(closed, id, 'resolved');
    await report({ itemType: 'Post', itemId: othersPost }, other.id);
    expect(await contentReportsOf(id)).toEqual({ open: 4, subjects: 3 });
    expect(await contentReportsOf(other.id)).toEqual({ open: 1, subjects: 1 });

    const decision = await makeDecision(testApp, post);
    expect(await contentReportsOf(id)).toEqual({ open: 2, subjects: 2 });
    await undoDecision(testApp, decision);
    expect(await contentReportsOf(id)).toEqual({ open: 4, subjects: 3 });
    expect(await readSubject(testApp, post)).not.toHaveProperty('contentReports');
  });

  test('among many subjects → read from the index of the open ones of an owner', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      subject_type: 'Post',
      subject_id: `many-${index}`,
      owner_id: `owner-${index % 300}`,
      reports_count: 1,
      open_reports_count: index % 2,
    }));
    await db().insertInto('moderation_subjects').values(rows).execute();
    const planOf = await openPlanReader(testApp.database.pool);
    const plan = await planOf((on) => subjectsStore.countOpenOfContent(on, 'owner-7'));
    expect(plan).toMatchObject({ indexes: ['moderation_subjects_open_of_owner'], scanned: [] });
  });
});

describe('getSubject: the reports among the events', () => {
  test('filed ones → reason, rule, words and reporter; none once the report or the reporter is gone, nor at other events', async () => {
    const author = await insertUser(db());
    const subject: SubjectRef = { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id };
    const [phong, gone] = [await insertUser(db(), { username: 'Trần Thế Phong' }), await insertUser(db())];
    const rule = await insertPolicy(db());
    const ref = { itemType: subject.itemType, itemId: subject.itemId, itemAuthorId: author.id };
    const withRule = { reporter_id: phong.id, description: 'Bán <b>tour</b> giả', policy_key: rule.key };
    await insertReport(db(), ref, withRule);
    await insertReport(db(), ref, { reporter_id: gone.id });
    const deleted = await insertReport(db(), ref, {});
    const reportsOf = async () => (await readSubject(testApp, subject)).events.map(({ report }) => report);
    const first = {
      reason: 'spam',
      policy: rule.title,
      description: 'Bán <b>tour</b> giả',
      reporter: 'Trần Thế Phong',
    };
    expect(await reportsOf()).toEqual([
      expect.objectContaining({ policy: null, reporter: expect.any(String) }),
      expect.objectContaining({ policy: null, reporter: gone.username }),
      first,
    ]);

    expect((await testApp.send('DELETE', `/api/reports/admin/${deleted.id}`)).statusCode).toBe(200);
    await db().deleteFrom('users').where('id', '=', gone.id).execute();
    expect(await reportsOf()).toEqual([undefined, undefined, expect.objectContaining({ reporter: null }), first]);
  });
});
