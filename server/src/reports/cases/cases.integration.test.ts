import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight } from '../../testing/counters.ts';
import { insertReport, insertUser } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';

const MINUTE_MS = 60_000;
let testApp: TestApp;
let things = 0;
beforeAll(async () => {
  testApp = await buildTestApp();
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const newThing = () => {
  things += 1;
  return { itemType: 'Post' as const, itemId: `case-${things}` };
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

/** A thing with a report in each of these statuses. */
async function reported(statuses: readonly string[]) {
  const thing = newThing();
  const { id: reporter_id } = await insertUser(db());
  const ids: string[] = [];
  for (const status of statuses) ids.push((await insertReport(db(), thing, { status, reporter_id })).id);
  return { thing, ids };
}

describe('all open reports of a thing', () => {
  test('get one status in one change, each with its line and its entry; decided ones and other things stay', async () => {
    const { thing, ids } = await reported(['pending', 'reviewing', 'resolved', 'pending']);
    const other = await reported(['pending']);
    const answer = await decide({ ...thing, status: 'rejected', expectedOpen: 3, note: 'Vô căn cứ' });
    expect(answer.json()).toMatchObject({ success: true, data: { changed: 3, batchId: expect.any(String) } });
    expect(await statusesOf(thing)).toEqual(['rejected', 'rejected', 'resolved', 'rejected']);
    expect(await statusesOf(other.thing)).toEqual(['pending']);

    const { batchId } = answer.json().data;
    const events = await db().selectFrom('report_events').selectAll().where('batch_id', '=', batchId).execute();
    expect(
      events
        .map(({ report_id, from_value, to_value, note, version, actor_id }) => [
          report_id,
          from_value,
          to_value,
          note,
          version,
          actor_id,
        ])
        .sort(),
    ).toEqual(
      [
        [ids[0], 'pending'],
        [ids[1], 'reviewing'],
        [ids[3], 'pending'],
      ]
        .map(([id, from]) => [id, from, 'rejected', 'Vô căn cứ', 2, testApp.admin.id])
        .sort(),
    );
    const requestId = String(answer.headers['x-request-id']);
    const entries = await db().selectFrom('audit_entries').selectAll().where('request_id', '=', requestId).execute();
    expect(entries.map(({ target_id }) => target_id).sort()).toEqual(events.map(({ report_id }) => report_id).sort());
    for (const entry of entries) {
      expect(entry).toMatchObject({
        action: 'report.status',
        actor_name: testApp.admin.username,
        target_name: thing.itemId,
        before: { status: events.find(({ report_id }) => report_id === entry.target_id)?.from_value },
        after: { status: 'rejected', note: 'Vô căn cứ', batchId },
      });
      // UUIDv7, like all ids made here.
      expect(entry.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
    await expectCountersRight(db());
  });

  test('stay as they are if another number of them is open than was confirmed', async () => {
    const { thing } = await reported(['pending', 'reviewing', 'resolved']);
    const before = await fingerprint(db());
    for (const expectedOpen of [1, 3]) {
      const answer = await decide({ ...thing, status: 'resolved', expectedOpen });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'CASE_CHANGED', details: { open: 2, pending: 1 } });
    }
    // As many as were confirmed, but another administrator has taken one up meanwhile.
    const meanwhile = { ...thing, status: 'resolved', expectedOpen: 2, expectedPending: 2 };
    expect((await decide(meanwhile)).json()).toMatchObject({ code: 'CASE_CHANGED', details: { open: 2, pending: 1 } });
    expect((await decide({ ...newThing(), status: 'resolved', expectedOpen: 1 })).json()).toMatchObject({
      details: { open: 0, pending: 0 },
    });
    expect(await fingerprint(db())).toEqual(before);
  });

  test('setCaseStatus: the same numbers of other reports than were confirmed answer 409 and change nothing', async () => {
    const { thing, ids } = await reported(['pending', 'pending', 'resolved']);
    const read = async () => (await testApp.post(`/api/reports/admin/detail/${ids[0]}`)).json().data.case;
    const { revision } = await read();
    // Another administrator decides one and opens another again: two are pending, as before.
    await testApp.post(`/api/reports/admin/${ids[1]}`, { status: 'rejected' });
    await testApp.post(`/api/reports/admin/${ids[2]}`, { status: 'pending' });
    const before = await fingerprint(db());
    const confirmed = { ...thing, status: 'resolved', expectedOpen: 2, expectedPending: 2 };
    const answer = await decide({ ...confirmed, expectedRevision: revision });
    expect(answer.statusCode).toBe(409);
    const now = await read();
    expect(answer.json()).toMatchObject({
      code: 'CASE_CHANGED',
      details: { open: 2, pending: 2, revision: now.revision },
    });
    expect(now.revision).not.toBe(revision);
    expect(await fingerprint(db())).toEqual(before);
    expect((await decide({ ...confirmed, expectedRevision: now.revision })).json().data.changed).toBe(2);
    expect(await statusesOf(thing)).toEqual(['resolved', 'rejected', 'resolved']);
  });

  test('that have the status already are counted as open and left alone', async () => {
    const { thing } = await reported(['pending', 'reviewing']);
    const answer = await decide({ ...thing, status: 'reviewing', expectedOpen: 2 });
    expect(answer.json().data.changed).toBe(1);
  });

  test('are decided once when two administrators do so at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { thing } = await reported(['pending', 'pending', 'reviewing']);
      const wanted = ['resolved', 'rejected'].map((status) => ({ ...thing, status, expectedOpen: 3 }));
      const answers = await Promise.all(wanted.map(decide));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect(new Set(await statusesOf(thing)).size).toBe(1);
    }
  });

  test('may be many thousands: the change is made in steps and is one', async () => {
    const thing = newThing();
    const { id: reporter_id } = await insertUser(db());
    const { id, ...model } = await insertReport(db(), thing, { reporter_id });
    const rows = Array.from({ length: 5_500 }, (_, i) => ({ ...model, id: `${id}-${i}` }));
    for (let start = 0; start < rows.length; start += 1_000) {
      await db()
        .insertInto('reports')
        .values(rows.slice(start, start + 1_000))
        .execute();
    }
    const answer = await decide({ ...thing, status: 'resolved', expectedOpen: 5_501 });
    expect(answer.json().data.changed).toBe(5_501);
    expect((await undo(answer.json().data.batchId)).json().data.changed).toBe(5_501);
    expect(new Set(await statusesOf(thing))).toEqual(new Set(['pending']));
    await expectCountersRight(db());
  });
});

describe('undoing that', () => {
  test('gives each its former status, but for those changed since; a second time nothing', async () => {
    const { thing, ids } = await reported(['pending', 'reviewing', 'pending']);
    const { batchId } = (await decide({ ...thing, status: 'resolved', expectedOpen: 3 })).json().data;
    await testApp.post(`/api/reports/admin/${ids[2]}`, { status: 'rejected' });
    testApp.clock.advance(9 * MINUTE_MS);
    const answer = await undo(batchId);
    expect(answer.json().data).toMatchObject({ changed: 2 });
    expect(await statusesOf(thing)).toEqual(['pending', 'reviewing', 'rejected']);
    const before = await fingerprint(db());
    expect((await undo(batchId)).json().data.changed).toBe(0);
    expect(await fingerprint(db())).toEqual(before);

    expect((await undo(answer.json().data.batchId)).json().data.changed).toBe(2);
    expect(await statusesOf(thing)).toEqual(['resolved', 'resolved', 'rejected']);
    await expectCountersRight(db());
  });

  test('is rejected after ten minutes, and for what never was', async () => {
    const { thing } = await reported(['pending']);
    const { batchId } = (await decide({ ...thing, status: 'resolved', expectedOpen: 1 })).json().data;
    testApp.clock.advance(10 * MINUTE_MS);
    for (const id of [batchId, 'never']) {
      const answer = await undo(id);
      expect(answer.statusCode).toBe(410);
      expect(answer.json()).toMatchObject({ code: 'BATCH_NOT_UNDOABLE' });
    }
    expect(await statusesOf(thing)).toEqual(['resolved']);
  });
});
