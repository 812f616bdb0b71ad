import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { makeDecision } from '../../testing/decisions.ts';
import { insertAdmin, insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { remindOfDue } from './remind-of-due.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
  await insertAdmin(db());
});
beforeEach(async () => {
  await remind();
  for (const table of ['notifications', 'announcements'] as const) await db().deleteFrom(table).execute();
});
afterAll(async () => {
  sockets.closeAll();
  await testApp.close();
});

const db = () => testApp.database.db;
const remind = () => remindOfDue(testApp.services.app);
const advance = (hours: number) => testApp.clock.advance(hours * HOUR_MS);
const adminToken = () => insertSession(db(), testApp.admin.id, testApp.clock.now());

/** Files a report of a new post as spam, which is due in a day. @returns its id, and the notification of it is deleted */
async function file(title: string): Promise<string> {
  const [author, reporter] = [await insertUser(db()), await insertUser(db())];
  const { id: itemId } = await insertPost(db(), author.id, { title });
  const token = await insertSession(db(), reporter.id, testApp.clock.now());
  const body = { itemType: 'Post', reportedItem: itemId, reason: 'spam', description: 'Bài này làm phiền tôi' };
  const response = await testApp.send('POST', '/api/reports/create', { token, body });
  expect(response.statusCode).toBe(201);
  await db().deleteFrom('announcements').execute();
  return response.json().data._id;
}
const notifications = () =>
  db().selectFrom('notifications').select(['admin_id', 'type', 'report_id', 'message', 'is_read']).execute();
const announcements = () =>
  db().selectFrom('announcements').select(['type', 'report_id', 'message', 'is_handled']).execute();

describe('remindOfDue', () => {
  test('at the due time: every administrator is notified once, with reason and object, live', async () => {
    const reportId = await file('Bán vé giả');
    advance(23.9);
    await remind();
    expect(await announcements()).toEqual([]);
    advance(0.1);
    const socket = await sockets.open(await adminToken());
    await socket.timeout(3_000).emitWithAck('admin_connected', testApp.admin.id);
    const received: unknown[] = [];
    socket.on('notification_added', ({ notification }) => received.push(notification));
    await remind();
    await remind();
    const expected = {
      type: 'report_overdue',
      report_id: reportId,
      message: 'Quá hạn xử lý: Spam và quảng cáo – Bán vé giả',
      is_handled: false,
    };
    expect(await announcements()).toEqual([expected]);
    await vi.waitFor(() =>
      expect(received).toMatchObject([{ type: 'report_overdue', reports: reportId, read: false }]),
    );
  });

  test('half of the time: the assignee alone is notified, once', async () => {
    const reportId = await file('Đang được xử lý');
    const row = await db()
      .selectFrom('reports')
      .select(['subject_type', 'subject_id'])
      .where('id', '=', reportId)
      .executeTakeFirstOrThrow();
    const path = `/api/admin/subjects/${row.subject_type}/${row.subject_id}/assign`;
    const assigned = await testApp.send('POST', path, { token: await adminToken(), body: { assigneeId: 'me' } });
    expect(assigned.statusCode).toBe(200);
    advance(12);
    await remind();
    await remind();
    const { id: admin_id } = testApp.admin;
    const message = 'Đã qua nửa hạn xử lý: Spam và quảng cáo – Đang được xử lý';
    expect(await notifications()).toEqual([
      { admin_id, type: 'report_half_due', report_id: reportId, message, is_read: false },
    ]);
  });

  test('half of the time: nobody is notified of an unassigned subject', async () => {
    const reportId = await file('Nửa hạn');
    advance(13);
    await remind();
    expect((await announcements()).filter(({ report_id }) => report_id === reportId)).toEqual([]);
    expect(await notifications()).toEqual([]);
  });

  test('after all servers were down for days: notifies of everything that became due meanwhile', async () => {
    const ids = [await file('Một'), await file('Hai'), await file('Ba')];
    advance(240);
    await remind();
    const found = (await announcements()).filter(({ report_id }) => ids.includes(report_id ?? ''));
    expect(found.map(({ report_id }) => report_id).toSorted()).toEqual(ids.toSorted());
  });

  test('by several servers at once: one reminds', async () => {
    await file('Nhiều máy chủ');
    advance(25);
    await Promise.all([remind(), remind(), remind()]);
    expect(await announcements()).toHaveLength(1);
  });

  test('a subject decided in time: nobody is notified; one that was undone: at its new time', async () => {
    const reportId = await file('Đã xử lý');
    const set = async (status: string) =>
      testApp.send('POST', `/api/reports/admin/${reportId}`, { token: await adminToken(), body: { status } });
    await set('resolved');
    advance(30);
    await remind();
    expect(await announcements()).toEqual([]);
    expect((await set('pending')).statusCode).toBe(200);
    advance(23);
    await remind();
    expect(await announcements()).toEqual([]);
    advance(1);
    await remind();
    expect(await announcements()).toHaveLength(1);
  });

  test('a decision on the subject marks its reminders as read, for every administrator', async () => {
    const reportId = await file('Xử lý muộn');
    advance(25);
    await remind();
    const token = await adminToken();
    const detail = (await testApp.send('POST', `/api/reports/admin/detail/${reportId}`, { token, body: {} })).json()
      .data;
    const subject = { itemType: 'Post', itemId: detail.reportedItem._id };
    const path = `/api/admin/subjects/Post/${subject.itemId}`;
    const { version } = (await testApp.send('POST', path, { token, body: {} })).json().data;
    const body = { subject, outcome: 'no_violation', actions: [], version };
    expect((await testApp.send('POST', '/api/admin/decisions', { token, body })).statusCode).toBe(201);
    expect((await announcements()).map(({ is_handled }) => is_handled)).toEqual([true]);
  });

  test('an overdue appeal: every administrator is notified once', async () => {
    const { db: database } = testApp.database;
    const owner = await insertUser(database);
    const subject = { itemType: 'User' as const, itemId: owner.id };
    testApp.admin.token = await adminToken();
    const decisionId = await makeDecision(testApp, subject, { policy: 'harassment', actions: ['warn'] });
    const steps = createAppealSteps(testApp);
    const objected = await steps.object(owner.id, await steps.notify(owner.id, decisionId));
    expect(objected.statusCode).toBe(201);
    await database.deleteFrom('announcements').execute();
    advance(25);
    await remind();
    // Nobody is reminded at half of it of what nobody handles.
    expect([...(await notifications()), ...(await announcements())]).toEqual([]);
    advance(23);
    await remind();
    await remind();
    const found = await database.selectFrom('announcements').select(['type', 'appeal_id', 'subject_id']).execute();
    expect(found).toEqual([{ type: 'appeal_overdue', appeal_id: expect.any(String), subject_id: owner.id }]);
  });

  test('half of the time of an appeal: the assignee alone is notified, once', async () => {
    const { db: database } = testApp.database;
    const owner = await insertUser(database);
    testApp.admin.token = await adminToken();
    const decisionId = await makeDecision(
      testApp,
      { itemType: 'User', itemId: owner.id },
      { policy: 'spam', actions: ['warn'] },
    );
    const steps = createAppealSteps(testApp);
    const objected = await steps.object(owner.id, await steps.notify(owner.id, decisionId));
    expect(objected.statusCode).toBe(201);
    await database.deleteFrom('announcements').execute();
    await testApp.send('POST', `/api/admin/subjects/User/${owner.id}/assign`, {
      token: await adminToken(),
      body: { assigneeId: 'me' },
    });
    advance(23.9);
    await remind();
    expect(await notifications()).toEqual([]);
    advance(0.1);
    await remind();
    await remind();
    const message = `Khiếu nại đã qua nửa hạn xử lý: ${owner.username}`;
    const type = 'appeal_half_due';
    expect(await notifications()).toEqual([
      { admin_id: testApp.admin.id, type, report_id: null, message, is_read: false },
    ]);
    expect(await announcements()).toEqual([]);
    testApp.admin.token = await adminToken();
    const decided = await steps.conclude(objected.json().data._id, 'uphold');
    expect(decided.statusCode).toBe(200);
    advance(30);
    await remind();
    expect(await announcements()).toEqual([]);
  });

  describe('remindOfDue: a reminder that fails', () => {
    const failFor = async (condition: string) => {
      const { pool } = testApp.database;
      await pool.query(`create or replace function fail_announcing() returns trigger language plpgsql as
        $$ begin raise exception 'cannot be announced'; end $$`);
      await pool.query(`create or replace trigger fail_announcing before insert on announcements for each row
        when (${condition}) execute function fail_announcing()`);
    };
    const mend = () => testApp.database.pool.query('drop trigger if exists fail_announcing on announcements');
    afterEach(mend);
    const reminded = async () => (await announcements()).map(({ report_id }) => report_id);

    test('does not stop others, makes the job fail, and is sent once when it is possible', async () => {
      const ids = [await file('Một'), await file('Hai hỏng'), await file('Ba')];
      const [first = '', broken = '', third = ''] = ids;
      await failFor("new.message like '%Hai hỏng'");
      advance(25);
      await expect(remind()).rejects.toThrow('cannot be announced');
      expect(await reminded()).toEqual([first, third]);
      await expect(remind()).rejects.toThrow('cannot be announced');
      expect(await reminded()).toEqual([first, third]);
      await mend();
      await Promise.all([remind(), remind()]);
      expect((await reminded()).toSorted()).toEqual([first, third, broken].toSorted());
      await remind();
      expect(await reminded()).toHaveLength(3);
    });

    test('of a subject that is decided meanwhile is discarded', async () => {
      const reportId = await file('Hỏng rồi được xử lý');
      await failFor('true');
      advance(25);
      await expect(remind()).rejects.toThrow('cannot be announced');
      const body = { status: 'resolved' };
      await testApp.send('POST', `/api/reports/admin/${reportId}`, { token: await adminToken(), body });
      await remind();
      await mend();
      await remind();
      expect(await announcements()).toEqual([]);
    });

    test('for more than a few stops the rest, which are sent when it is possible', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 25; i += 1) ids.push(await file(`Số ${i}`));
      await failFor('true');
      advance(25);
      for (const _run of [1, 2]) await expect(remind()).rejects.toThrow('cannot be announced');
      await mend();
      await remind();
      expect((await reminded()).toSorted()).toEqual(ids.toSorted());
    });
  });
});
