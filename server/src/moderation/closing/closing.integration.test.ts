import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight } from '../../testing/counters.ts';
import {
  insertComment,
  insertNotification,
  insertPost,
  insertReport,
  insertTravelPost,
  insertUser,
} from '../../testing/factories.ts';

const NOTE = 'Tự động đóng: tài khoản hoặc nội dung bị báo cáo đã bị xóa';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const remove = (id: string) => testApp.send('DELETE', `/api/admin/users/${id}`);
const purge = () => testApp.services.jobs.runDue();
const reportsById = async (ids: readonly string[]) => {
  const rows = await db().selectFrom('reports').select(['id', 'status', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, ...state }) => [id, state]));
};

/** An account with a post, a travel post and comments, its own and another's under its post, each reported. */
async function reportedAccount() {
  const [user, other] = [await insertUser(db()), await insertUser(db())];
  const post = await insertPost(db(), user.id);
  const travelPost = await insertTravelPost(db(), user.id);
  const elsewhere = await insertPost(db(), other.id);
  const own = await insertComment(db(), user.id, { postId: elsewhere.id });
  const under = await insertComment(db(), other.id, { postId: post.id });
  const report = async (itemType: string, itemId: string, itemAuthorId: string | null, fields = {}) =>
    (await insertReport(db(), { itemType, itemId, itemAuthorId }, fields)).id;
  return {
    user,
    about: [
      await report('User', user.id, user.id),
      await report('User', user.id, null, { status: 'reviewing' }),
      await report('Post', post.id, user.id),
      await report('TravelPost', travelPost.id, user.id),
      await report('Comment', own.id, user.id),
    ],
    under: await report('Comment', under.id, other.id),
    decided: await report('Post', post.id, user.id, { status: 'rejected' }),
    others: [await report('Post', elsewhere.id, other.id), await report('User', other.id, other.id)],
  };
}

test('deleteUser: closes the open reports about the account and its texts, each with a reason and an audit entry', async () => {
  const { user, about, under, decided, others } = await reportedAccount();
  const [first = ''] = about;
  const notification = await insertNotification(db(), testApp.admin.id, { report_id: first });
  await remove(user.id);
  const closed = await reportsById(about);
  for (const id of about) expect(closed.get(id)).toEqual({ status: 'resolved', version: 2 });
  const { data } = (await testApp.post(`/api/reports/admin/detail/${first}`)).json();
  expect(data.status).toBe('resolved');
  const subjectIds = (await db().selectFrom('reports').select('subject_id').where('id', 'in', about).execute()).map(
    ({ subject_id }) => subject_id,
  );
  const events = await db()
    .selectFrom('moderation_events')
    .selectAll()
    .where('kind', '=', 'auto_closed')
    .where('subject_id', 'in', subjectIds)
    .execute();
  // One for each subject: two of the reports are about the account.
  expect(events).toHaveLength(about.length - 1);
  for (const event of events) {
    expect(event).toMatchObject({
      to_status: 'resolved',
      note: NOTE,
      actor_id: testApp.admin.id,
      actor_name: testApp.admin.username,
    });
  }
  const entries = await db()
    .selectFrom('audit_entries')
    .select(['target_id', 'after'])
    .where('action', '=', 'report.status_all')
    .where('target_id', 'in', subjectIds)
    .execute();
  expect(entries).toHaveLength(about.length - 1);
  for (const { after } of entries) expect(after).toMatchObject({ status: 'resolved', note: NOTE });
  const { is_read } = await db()
    .selectFrom('notifications')
    .select('is_read')
    .where('id', '=', notification.id)
    .executeTakeFirstOrThrow();
  expect(is_read).toBe(true);

  await purge();
  const rest = await reportsById([under, decided, ...others]);
  expect(rest.get(under)).toEqual({ status: 'resolved', version: 2 });
  expect(rest.get(decided)).toEqual({ status: 'rejected', version: 1 });
  for (const id of others) expect(rest.get(id)).toEqual({ status: 'pending', version: 1 });
  await expectCountersRight(db());
});

test('deleteUser: with more reports than one transaction closes, the job closes the rest', async () => {
  const { id } = await insertUser(db());
  const { id: reporter_id } = await insertUser(db());
  const ids: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    ids.push((await insertReport(db(), { itemType: 'User', itemId: id, itemAuthorId: id }, { reporter_id })).id);
  }
  const open = async () => [...(await reportsById(ids)).values()].filter(({ status }) => status === 'pending').length;
  await remove(id);
  expect(await open()).toBe(70);
  await purge();
  expect(await open()).toBe(0);
  await expectCountersRight(db());
});

test('deleteUser: does not wait for a report about a text that is being decided; the job closes it afterwards', async () => {
  const { user, about } = await reportedAccount();
  const [, , locked = ''] = about;
  await db()
    .transaction()
    .execute(async (tx) => {
      const { subject_id } = await tx
        .selectFrom('reports')
        .select('subject_id')
        .where('id', '=', locked)
        .executeTakeFirstOrThrow();
      await tx
        .selectFrom('moderation_subjects')
        .select('version')
        .where('subject_id', '=', subject_id)
        .forUpdate()
        .execute();
      expect((await remove(user.id)).statusCode).toBe(200);
    });
  expect((await reportsById([locked])).get(locked)?.status).toBe('pending');
  await purge();
  expect((await reportsById([locked])).get(locked)?.status).toBe('resolved');
});
