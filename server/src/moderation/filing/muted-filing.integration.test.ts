import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { makeDecision, readSubject } from '../../testing/decisions.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';

let testApp: TestApp;
let mediaDir: string;
beforeAll(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-muting-'));
  testApp = await buildTestApp({ mediaDir });
});
afterEach(async () => {
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
});
afterAll(async () => {
  await testApp?.close();
  await rm(mediaDir, { recursive: true, force: true });
});

const db = () => testApp.database.db;
const newPost = async () => {
  const author = await insertUser(db());
  return { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id };
};

/** Files a report. @returns its id and status */
async function file(subject: { itemType: string; itemId: string }, by: string, fields: object = {}) {
  const token = await insertSession(db(), by, testApp.clock.now());
  const { itemType, itemId: reportedItem } = subject;
  const body = { itemType, reportedItem, reason: 'spam', description: 'Bài này làm phiền tôi nhiều lần', ...fields };
  const response = await testApp.send('POST', '/api/reports/create', { token, body });
  expect(response.statusCode).toBe(201);
  const { _id: id, status } = response.json().data;
  return { id: String(id), status: String(status) };
}
const recordOf = async (id: string) => (await testApp.post(`/api/admin/users/${id}/record`)).json().data;
const call = async (id: string, what: 'mute' | 'unmute') => {
  const response = await testApp.post(`/api/admin/users/${id}/${what}-reports`);
  expect(response.statusCode).toBe(200);
  return response.json().data;
};
const mutedReporter = async (): Promise<string> => {
  const { id } = await insertUser(db());
  await call(id, 'mute');
  return id;
};

describe('muteReporter: the reports of a muted user', () => {
  test('are kept and closed at once; nobody is notified, and the record says by whom and since when', async () => {
    const reporterId = await mutedReporter();
    const subject = await newPost();
    const { id, status } = await file(subject, reporterId);
    expect(status).toBe('rejected');
    expect(await readSubject(testApp, subject)).toMatchObject({ state: 'closed', reports: 1, openReports: 0 });
    const { data } = (await testApp.post(`/api/reports/admin/detail/${id}`)).json();
    expect(data.history).toMatchObject([
      { kind: 'status', actor: null, from: 'pending', to: 'rejected', note: expect.stringContaining('bị tắt báo cáo') },
    ]);
    for (const table of ['letters', 'announcements'] as const) {
      expect(await db().selectFrom(table).select('id').where('report_id', '=', id).execute()).toEqual([]);
    }
    expect((await recordOf(reporterId)).reportsBy).toEqual({
      total: 1,
      resolved: 0,
      rejected: 0,
      unread: 1,
      muted: {
        by: { _id: testApp.admin.id, username: testApp.admin.username },
        at: testApp.clock.now().toISOString(),
      },
    });
  });

  test('change neither when nor in which place a subject that others reported is to be decided', async () => {
    const subject = await newPost();
    await file(subject, (await insertUser(db())).id, { reason: 'other' });
    const dueOf = async () => {
      const { priority, due_at, severity, record_closed } = await db()
        .selectFrom('moderation_subjects')
        .select(['priority', 'due_at', 'severity', 'record_closed'])
        .where('subject_id', '=', subject.itemId)
        .executeTakeFirstOrThrow();
      return { priority, due_at, severity, record_closed };
    };
    const before = await dueOf();
    testApp.clock.advance(60_000);
    expect((await file(subject, await mutedReporter(), { reason: 'violence' })).status).toBe('rejected');
    expect(await dueOf()).toEqual(before);
    expect(await readSubject(testApp, subject)).toMatchObject({ reports: 2, openReports: 1 });
  });

  test('that are as severe as child safety wait for a decision all the same', async () => {
    const reporterId = await mutedReporter();
    expect((await file(await newPost(), reporterId, { policy: 'child_safety' })).status).toBe('pending');
  });

  test('of the same subject are one, however often it is filed', async () => {
    const reporterId = await mutedReporter();
    const subject = await newPost();
    const first = await file(subject, reporterId);
    expect(await file(subject, reporterId)).toEqual(first);
    expect((await recordOf(reporterId)).reportsBy).toMatchObject({ total: 1, unread: 1 });
  });

  test('do not count for how often the user was right', async () => {
    const { id: reporterId } = await insertUser(db());
    const right = await newPost();
    await file(right, reporterId);
    await makeDecision(testApp, right, { policy: 'spam', actions: ['takedown'] });
    await call(reporterId, 'mute');
    await file(await newPost(), reporterId);
    await call(reporterId, 'unmute');
    const subject = await newPost();
    expect((await file(subject, reporterId)).status).toBe('pending');
    expect(
      await db()
        .selectFrom('moderation_subjects')
        .select(['record_closed', 'record_right'])
        .where('subject_id', '=', subject.itemId)
        .executeTakeFirst(),
    ).toEqual({ record_closed: 1, record_right: 1 });
    expect((await recordOf(reporterId)).reportsBy).toEqual({
      total: 3,
      resolved: 1,
      rejected: 0,
      unread: 1,
      muted: null,
    });
  });
});

describe('muteReporter: the act', () => {
  test('twice leaves one event; it is a recent action, whose undo ends it', async () => {
    const reporterId = await mutedReporter();
    await call(reporterId, 'mute');
    const events = () =>
      db()
        .selectFrom('moderation_events')
        .select('kind')
        .where('subject_id', '=', reporterId)
        .orderBy('version')
        .execute();
    expect(await events()).toEqual([{ kind: 'reporter_muted' }]);
    const list = async () => (await testApp.post('/api/admin/recent-actions')).json().data;
    const [action] = await list();
    expect(action).toMatchObject({ kind: 'reporter_muted', subject: { itemId: reporterId }, undo: 'possible' });
    expect((await testApp.post(`/api/admin/recent-actions/${action._id}/undo`)).statusCode).toBe(200);
    expect(await events()).toEqual([{ kind: 'reporter_muted' }, { kind: 'reporter_unmuted' }]);
    expect((await recordOf(reporterId)).reportsBy.muted).toBeNull();
    expect((await list()).slice(0, 2)).toMatchObject([
      { kind: 'reporter_unmuted', undo: 'possible' },
      { kind: 'reporter_muted', undo: 'changed' },
    ]);
    const again = await testApp.post(`/api/admin/recent-actions/${action._id}/undo`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'ACTION_CHANGED']);
  });

  test('leaves a decision on the account that was being made as it is: it rests on nothing that has changed', async () => {
    const { id } = await insertUser(db());
    const subject = { itemType: 'User', itemId: id };
    await file(subject, (await insertUser(db())).id);
    const { version } = await readSubject(testApp, subject);
    await call(id, 'mute');
    expect(await makeDecision(testApp, subject, { version })).toEqual(expect.any(String));
  });

  test('of a deleted user answers 404', async () => {
    const { id } = await insertUser(db(), { deleted_at: testApp.clock.now() });
    const response = await testApp.post(`/api/admin/users/${id}/mute-reports`);
    expect([response.statusCode, response.json().code]).toEqual([404, 'USER_NOT_FOUND']);
  });
});
