import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertReport, insertUser, recordReports } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const MINUTE_MS = 60_000;
let testApp: TestApp;
let subjects = 0;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const newSubject = () => {
  subjects += 1;
  return { itemType: 'Post' as const, itemId: `case-${subjects}` };
};
const decide = (body: object) => testApp.post('/api/reports/admin/cases/status', body);
const undo = (batchId: string) => testApp.post('/api/reports/admin/cases/undo', { batchId });
const statusesOf = async ({ itemId }: { itemId: string }) => {
  const rows = await db()
    .selectFrom('reports')
    .select('status')
    .where('subject_id', '=', itemId)
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
};

/** A subject with a report in each of these statuses. */
async function reported(statuses: readonly string[]) {
  const subject = newSubject();
  const { id: reporter_id } = await insertUser(db());
  const ids: string[] = [];
  for (const status of statuses) ids.push((await insertReport(db(), subject, { status, reporter_id })).id);
  return { subject, ids };
}

describe('setCaseStatus: all open reports of a subject', () => {
  test('get one status in one change with one event and one audit entry; decided ones and other subjects stay', async () => {
    const { subject, ids } = await reported(['pending', 'reviewing', 'resolved', 'pending']);
    const other = await reported(['pending']);
    const response = await decide({ ...subject, status: 'rejected', expectedOpen: 3, note: 'Vô căn cứ' });
    expect(response.json()).toMatchObject({ success: true, data: { changed: 3, batchId: expect.any(String) } });
    expect(await statusesOf(subject)).toEqual(['rejected', 'rejected', 'resolved', 'rejected']);
    expect(await statusesOf(other.subject)).toEqual(['pending']);

    const { batchId } = response.json().data;
    const events = await db().selectFrom('moderation_events').selectAll().where('decision_id', '=', batchId).execute();
    expect(events).toMatchObject([
      {
        kind: 'status_set',
        subject_id: subject.itemId,
        report_id: null,
        to_status: 'rejected',
        note: 'Vô căn cứ',
        actor_id: testApp.admin.id,
        open_reports_change: -3,
        pending_reports_change: -2,
      },
    ]);
    const requestId = String(response.headers['x-request-id']);
    const entries = await db().selectFrom('audit_entries').selectAll().where('request_id', '=', requestId).execute();
    expect(entries).toMatchObject([
      {
        action: 'report.status_all',
        actor_name: testApp.admin.username,
        target_type: 'post',
        target_id: subject.itemId,
        target_name: subject.itemId,
        before: null,
        after: { reports: 3, status: 'rejected', note: 'Vô căn cứ', decisionId: batchId },
      },
    ]);
    for (const id of [ids[0], ids[1], ids[3]]) {
      const { history } = (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data;
      expect(history[0]).toMatchObject({ kind: 'status', from: null, to: 'rejected', note: 'Vô căn cứ', batchId });
    }
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('stay unchanged if another number of them is open than was confirmed', async () => {
    const { subject } = await reported(['pending', 'reviewing', 'resolved']);
    const before = await fingerprint(db());
    for (const expectedOpen of [1, 3]) {
      const response = await decide({ ...subject, status: 'resolved', expectedOpen });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ code: 'CASE_CHANGED', details: { open: 2, pending: 1 } });
    }
    // As many as were confirmed, but another administrator has taken one up meanwhile.
    const meanwhile = { ...subject, status: 'resolved', expectedOpen: 2, expectedPending: 2 };
    expect((await decide(meanwhile)).json()).toMatchObject({ code: 'CASE_CHANGED', details: { open: 2, pending: 1 } });
    expect((await decide({ ...newSubject(), status: 'resolved', expectedOpen: 1 })).json()).toMatchObject({
      details: { open: 0, pending: 0 },
    });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('setCaseStatus: the same numbers of other reports than were confirmed answer 409 and change nothing', async () => {
    const { subject, ids } = await reported(['pending', 'pending', 'resolved']);
    const read = async () => (await testApp.post(`/api/reports/admin/detail/${ids[0]}`)).json().data.case;
    const { revision } = await read();
    // Another administrator decides one and reopens another: two are pending, as before.
    await testApp.post(`/api/reports/admin/${ids[1]}`, { status: 'rejected' });
    await testApp.post(`/api/reports/admin/${ids[2]}`, { status: 'pending' });
    const before = await fingerprint(db());
    const confirmed = { ...subject, status: 'resolved', expectedOpen: 2, expectedPending: 2 };
    const response = await decide({ ...confirmed, expectedRevision: revision });
    expect(response.statusCode).toBe(409);
    const now = await read();
    expect(response.json()).toMatchObject({
      code: 'CASE_CHANGED',
      details: { open: 2, pending: 2, revision: now.revision },
    });
    expect(now.revision).not.toBe(revision);
    expect(await fingerprint(db())).toEqual(before);
    expect((await decide({ ...confirmed, expectedRevision: now.revision })).json().data.changed).toBe(2);
    expect(await statusesOf(subject)).toEqual(['resolved', 'rejected', 'resolved']);
  });

  test('that have the status already are counted as open and left alone', async () => {
    const { subject } = await reported(['pending', 'reviewing']);
    const response = await decide({ ...subject, status: 'reviewing', expectedOpen: 2 });
    expect(response.json().data.changed).toBe(1);
  });

  test('are decided once when two administrators do so at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { subject } = await reported(['pending', 'pending', 'reviewing']);
      const wanted = ['resolved', 'rejected'].map((status) => ({ ...subject, status, expectedOpen: 3 }));
      const responses = await Promise.all(wanted.map(decide));
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(new Set(await statusesOf(subject)).size).toBe(1);
    }
  });

  test('may be many thousands: the change is made in steps and is one undo', async () => {
    const subject = newSubject();
    const { id: reporter_id } = await insertUser(db());
    const { id, ...model } = await insertReport(db(), newSubject(), { reporter_id });
    const rows = Array.from({ length: 5_501 }, (_, i) => ({ ...model, subject_id: subject.itemId, id: `${id}-${i}` }));
    for (let start = 0; start < rows.length; start += 1_000) {
      await db()
        .insertInto('reports')
        .values(rows.slice(start, start + 1_000))
        .execute();
    }
    await recordReports(
      db(),
      rows.map((row) => row.id),
    );
    const stale = await decide({ ...subject, status: 'resolved', expectedOpen: 5_500 });
    expect(stale.json()).toMatchObject({ code: 'CASE_CHANGED', details: { open: 5_501, revision: null } });
    const response = await decide({ ...subject, status: 'resolved', expectedOpen: 5_501 });
    expect(response.json().data.changed).toBe(5_501);
    expect((await undo(response.json().data.batchId)).json().data.changed).toBe(5_501);
    await testApp.services.jobs.runDue();
    expect(new Set(await statusesOf(subject))).toEqual(new Set(['pending']));
    await expectCountersRight(db());
  });
});

describe('undoCaseStatus', () => {
  test('restores each former status, except of those changed since; a second time it does nothing', async () => {
    const { subject, ids } = await reported(['pending', 'reviewing', 'pending']);
    const { batchId } = (await decide({ ...subject, status: 'resolved', expectedOpen: 3 })).json().data;
    await testApp.post(`/api/reports/admin/${ids[2]}`, { status: 'rejected' });
    testApp.clock.advance(9 * MINUTE_MS);
    const response = await undo(batchId);
    expect(response.json().data).toMatchObject({ changed: 2 });
    expect(await statusesOf(subject)).toEqual(['pending', 'reviewing', 'rejected']);
    const before = await fingerprint(db());
    expect((await undo(batchId)).json().data.changed).toBe(0);
    expect(await fingerprint(db())).toEqual(before);

    expect((await undo(response.json().data.batchId)).json().data.changed).toBe(2);
    expect(await statusesOf(subject)).toEqual(['resolved', 'resolved', 'rejected']);
    await expectCountersRight(db());
  });

  test('is rejected after ten minutes, and for an unknown change', async () => {
    const { subject } = await reported(['pending']);
    const { batchId } = (await decide({ ...subject, status: 'resolved', expectedOpen: 1 })).json().data;
    testApp.clock.advance(10 * MINUTE_MS);
    for (const id of [batchId, 'never']) {
      const response = await undo(id);
      expect(response.statusCode).toBe(410);
      expect(response.json()).toMatchObject({ code: 'BATCH_NOT_UNDOABLE' });
    }
    expect(await statusesOf(subject)).toEqual(['resolved']);
  });
});
