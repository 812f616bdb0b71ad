import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { ListedReport, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { makeDecision, readSubject, undoDecision } from '../../testing/decisions.ts';
import { insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import { remindOfDue } from '../reminders/remind-of-due.ts';

const CHILD_SAFETY = { key: 'child_safety', title: 'An toàn trẻ em' };
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
const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * HOUR_MS).toISOString();

async function newPost() {
  const author = await insertUser(db());
  return { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id };
}

/** Files a report by a new user. @returns the response, and the token of the user */
async function file({ itemType, itemId }: { itemType: string; itemId: string }, fields: object, as?: string) {
  const token = as ?? (await insertSession(db(), (await insertUser(db())).id, testApp.clock.now()));
  const body = { itemType, reportedItem: itemId, description: 'Tôi thấy việc này cần xem ngay', ...fields };
  const response = await testApp.send('POST', '/api/reports/create', { token, body });
  expect(response.statusCode).toBe(201);
  return { data: response.json().data, token };
}
const alertsOf = (reportId: string) =>
  db().selectFrom('alerts').select(['kind', 'reason']).where('report_id', '=', reportId).execute();
const exported = async (path: string) => (await testApp.post(path)).body.replace(/^\uFEFF/, '').split('\r\n');

describe('createReport of a rule', () => {
  test('child safety for another reason is due in one hour, and alerts', async () => {
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other', policy: 'child_safety' });
    expect(data).toMatchObject({ reason: 'other', policy: CHILD_SAFETY, status: 'pending' });
    const { dueAt, priority } = await readSubject(testApp, subject);
    expect(dueAt).toBe(inHours(1));
    expect(priority).toMatchObject({
      terms: expect.arrayContaining([expect.objectContaining({ code: 'severity', value: 4 })]),
    });
    expect(await alertsOf(data._id)).toEqual([{ kind: 'child_safety', reason: 'An toàn trẻ em' }]);
  });

  test('makes a subject that is open for a milder reason due earlier, and first by priority', async () => {
    const [subject, other] = [await newPost(), await newPost()];
    await file(subject, { reason: 'other' });
    await file(other, { reason: 'violence' });
    expect(await readSubject(testApp, subject)).toMatchObject({ dueAt: inHours(24) });
    const { data } = await file(subject, { reason: 'other', policy: 'child_safety' });
    expect(await readSubject(testApp, subject)).toMatchObject({ dueAt: inHours(1) });
    const list: ListedReport[] = (await testApp.post('/api/reports/admin/all', { sort: 'priority' })).json().data;
    const place = (itemId: string) => list.findIndex(({ reportedItem }) => reportedItem === itemId);
    expect(list.map(({ _id }) => _id)).toContain(data._id);
    expect(place(subject.itemId)).toBeLessThan(place(other.itemId));
  });

  test('is never milder than its reason', async () => {
    const { key, title } = await insertPolicy(db(), { severity: 1 });
    const [plain, named] = [await newPost(), await newPost()];
    await file(plain, { reason: 'violence' });
    const { data } = await file(named, { reason: 'violence', policy: key });
    expect(data.policy).toEqual({ key, title });
    const severity = { terms: expect.arrayContaining([expect.objectContaining({ code: 'severity', value: 3 })]) };
    for (const each of [plain, named]) {
      expect(await readSubject(testApp, each)).toMatchObject({ dueAt: inHours(24), priority: severity });
    }
  });

  test.each([
    ['unknown', async () => 'khong_co'],
    ['switched off', async () => (await insertPolicy(db(), { severity: 4, is_enabled: false })).key],
    ['empty', async () => ''],
    ['null', async () => null],
    ['cut in a surrogate pair', async () => 'child_safety\ud83d'],
  ])('that is %s is ignored', async (_, rule) => {
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other', policy: await rule() });
    expect(data).not.toHaveProperty('policy');
    expect(await readSubject(testApp, subject)).toMatchObject({ dueAt: inHours(24) });
    expect(await alertsOf(data._id)).toEqual([]);
    const detail = (await testApp.post(`/api/reports/admin/detail/${data._id}`)).json().data;
    expect(detail).not.toHaveProperty('policy');
  });

  test('by a reporter with an open report of the subject returns that report, unchanged', async () => {
    const subject = await newPost();
    const { data: first, token } = await file(subject, { reason: 'other' });
    const { data: again } = await file(subject, { reason: 'other', policy: 'child_safety' }, token);
    expect(again).toMatchObject({ _id: first._id });
    expect(again).not.toHaveProperty('policy');
    expect(await readSubject(testApp, subject)).toMatchObject({ dueAt: inHours(24) });
  });
});

describe('createReport: a report that names a rule', () => {
  test('has it in both lists, in the detail and beside the reason in both files, under its current title', async () => {
    const { key } = await insertPolicy(db(), { title: 'Tên cũ' });
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other', policy: key });
    await db().updateTable('policies').set({ title: 'Tên mới' }).where('key', '=', key).execute();
    const policy = { key, title: 'Tên mới' };
    const list: ListedReport[] = (await testApp.post('/api/reports/admin/all')).json().data;
    expect(list.find(({ _id }) => _id === data._id)).toMatchObject({ reason: 'other', policy });
    const cases: Array<{ itemId: string; newest: object }> = (await testApp.post('/api/reports/admin/cases')).json()
      .data;
    expect(cases.find(({ itemId }) => itemId === subject.itemId)?.newest).toMatchObject({ policy });
    expect((await testApp.post(`/api/reports/admin/detail/${data._id}`)).json().data).toMatchObject({ policy });
    for (const path of ['/api/reports/admin/export', '/api/reports/admin/cases/export']) {
      const lines = await exported(path);
      expect(
        lines.find((line) => line.includes(data._id)),
        path,
      ).toContain('"Khác · Tên mới"');
    }
  });

  test('makes the reminder of its subject name the graver rule', async () => {
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other', policy: 'child_safety' });
    testApp.clock.advance(HOUR_MS);
    await remindOfDue(testApp.services.app);
    const { message } = await db()
      .selectFrom('announcements')
      .select('message')
      .where('report_id', '=', data._id)
      .where('type', '=', 'report_overdue')
      .executeTakeFirstOrThrow();
    expect(message).toMatch(/^Quá hạn xử lý: An toàn trẻ em – /);
  });
});

describe('setReportPolicy', () => {
  const name = (id: string, policy: string | null, version?: number) =>
    testApp.send('PUT', `/api/reports/admin/${id}/policy`, { body: { policy, version } });
  const detailOf = async (id: string): Promise<ReportDetail> =>
    (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data;
  const stateOf = async ({ itemId }: { itemId: string }) => {
    const columns = ['severity', 'due_at', 'priority', 'record_closed', 'record_right', 'open_reports_count'] as const;
    const row = db().selectFrom('moderation_subjects').select(columns).where('subject_id', '=', itemId);
    return row.executeTakeFirstOrThrow();
  };
  /** Sessions end meanwhile. */
  async function advance(hours: number): Promise<void> {
    testApp.clock.advance(hours * HOUR_MS);
    testApp.admin.token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
  }

  test('open reports have due time, severity and position by the rule; without it they are as before', async () => {
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other' });
    const before = await stateOf(subject);
    await advance(0.5);
    const response = await name(data._id, 'child_safety', 1);
    expect(response.json().data).toMatchObject({ version: 2, policy: CHILD_SAFETY, dueAt: inHours(0.5) });
    expect(await stateOf(subject)).toMatchObject({ severity: 4, due_at: new Date(inHours(0.5)) });
    const named = { kind: 'policy_named', targetName: CHILD_SAFETY.title, actor: { _id: testApp.admin.id } };
    expect(await detailOf(data._id)).toMatchObject({ policy: CHILD_SAFETY, dueAt: inHours(0.5), history: [named] });
    expect((await name(data._id, null, 2)).json().data).not.toHaveProperty('policy');
    expect(await stateOf(subject)).toEqual(before);
    const removed = { kind: 'policy_named', targetName: null };
    expect((await detailOf(data._id)).history).toMatchObject([removed, named]);
  });

  test('other open reports of the subject count as before, those that name a rule too', async () => {
    const subject = await newPost();
    const { data: violent } = await file(subject, { reason: 'violence' });
    await advance(1);
    const { data: mild } = await file(subject, { reason: 'other' });
    const { data: grave } = await file(subject, { reason: 'other', policy: 'child_safety' });
    const withBoth = await stateOf(subject);
    await name(mild._id, 'child_safety');
    await name(mild._id, null);
    expect(await stateOf(subject)).toEqual(withBoth);
    await name(grave._id, null);
    expect(await stateOf(subject)).toMatchObject({ severity: 3, due_at: new Date(inHours(23)) });
    await testApp.post(`/api/reports/admin/${violent._id}`, { status: 'rejected' });
    await name(grave._id, 'spam');
    await name(grave._id, null);
    expect(await stateOf(subject)).toMatchObject({ severity: 1, due_at: new Date(inHours(24)) });
  });

  test('the due time excludes the time for which the subject was closed, and without the rule it is that of the settings at filing', async () => {
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other' });
    await advance(10);
    const decisionId = await makeDecision(testApp, subject);
    await advance(50);
    expect((await undoDecision(testApp, decisionId, { reason: 'Nhầm' })).statusCode).toBe(200);
    const before = await stateOf(subject);
    expect(before).toMatchObject({ due_at: new Date(inHours(14)) });
    await db()
      .updateTable('moderation_settings')
      .set({ due_hours: [2, 2, 2, 1] })
      .execute();
    await name(data._id, 'child_safety');
    expect(await stateOf(subject)).toMatchObject({ severity: 4, due_at: new Date(inHours(-9)) });
    await name(data._id, null);
    expect(await stateOf(subject)).toEqual(before);
    await db()
      .updateTable('moderation_settings')
      .set({ due_hours: [24, 24, 24, 1] })
      .execute();
  });

  test.each([
    ['a report that is closed', 'REPORT_CLOSED', 'spam', { status: 'resolved' }],
    ['an unknown rule', 'POLICY_NOT_FOUND', 'khong_co', {}],
    ['a rule that is switched off', 'POLICY_DISABLED', 'off', {}],
  ])('%s: %s, and nothing changes', async (_, code, rule, change) => {
    const subject = await newPost();
    const { data } = await file(subject, { reason: 'other' });
    if ('status' in change) await testApp.post(`/api/reports/admin/${data._id}`, change);
    const key = rule === 'off' ? (await insertPolicy(db(), { is_enabled: false })).key : rule;
    const before = await fingerprint(db());
    const response = await name(data._id, key);
    expect(response.json().code).toBe(code);
    expect(await fingerprint(db())).toEqual(before);
  });
});
