import { REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { expectCountersRight } from '../testing/counters.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../testing/factories.ts';

let testApp: TestApp;
let tokens: string[];
beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  const others = await Promise.all([insertAdmin(db), insertAdmin(db)]);
  tokens = await Promise.all(others.map(({ id }) => insertSession(db, id, testApp.clock.now())));
});
afterAll(() => testApp.close());

/**
 * The possible next actions; `report` selects one of the subject's reports, `isInformed` whether the administrator has
 * fetched its version.
 */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...REPORT_STATUSES) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      action: fc.constantFrom('disable_account', 'enable_account', 'delete_content', 'restore_content'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('case' as const), status: fc.constantFrom(...REPORT_STATUSES) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const) }) },
);
const plan = fc.array(fc.tuple(step, fc.nat({ max: 2 }), fc.boolean()), { minLength: 1, maxLength: 12 });
type Plan = typeof plan extends fc.Arbitrary<infer Steps> ? Steps : never;

/** The response to one change of one report; its note is unique. */
interface Answered {
  reportId: string;
  note: string;
  isAccepted: boolean;
  version: number;
}
let notes = 0;
const newNote = () => {
  notes += 1;
  return `note ${notes}`;
};

/** One administrator who calls one after the other over HTTP. */
async function administer(token: string, steps: Plan, subject: { itemType: string; itemId: string }, ids: string[]) {
  const answered: Answered[] = [];
  const batches: Array<{ batchId: string; changed: number }> = [];
  const deleted: string[] = [];
  const send = (method: 'POST' | 'DELETE', path: string, body: object) =>
    testApp.send(method, `/api/reports/admin/${path}`, { token, body });
  const versionOf = async (id: string) => (await send('POST', `detail/${id}`, {})).json().data?.version;

  for (const [step, index, isInformed] of steps) {
    const id = ids[index] ?? '';
    const version: number | undefined = isInformed ? await versionOf(id) : undefined;
    const known = version === undefined ? {} : { version };
    if (step.kind === 'status' || step.kind === 'act') {
      const note = newNote();
      const response =
        step.kind === 'status'
          ? await send('POST', id, { status: step.status, note, ...known })
          : await send('POST', `${id}/act`, { action: step.action, note, ...known });
      expect([200, 404, 409]).toContain(response.statusCode);
      const isAccepted = response.statusCode === 200;
      answered.push({ reportId: id, note, isAccepted, version: isAccepted ? response.json().data.version : 0 });
      // A call with a version gets the next one, or the same if nothing had to change.
      if (isAccepted && version !== undefined) expect([version, version + 1]).toContain(answered.at(-1)?.version);
    } else if (step.kind === 'case') {
      const { open } = (await send('POST', `detail/${id}`, {})).json().data?.case ?? { open: 0 };
      if (open === 0) continue;
      const response = await send('POST', 'cases/status', { ...subject, status: step.status, expectedOpen: open });
      expect([200, 409]).toContain(response.statusCode);
      if (response.statusCode === 200) batches.push(response.json().data);
    } else if (step.kind === 'undo') {
      const last = batches.at(-1);
      if (!last) continue;
      const response = await send('POST', 'cases/undo', { batchId: last.batchId });
      expect([200, 410]).toContain(response.statusCode);
      if (response.statusCode === 200) batches.push(response.json().data);
    } else {
      const response = await send('DELETE', id, {});
      expect([200, 404]).toContain(response.statusCode);
      if (response.statusCode === 200) deleted.push(id);
    }
  }
  return { answered, batches, deleted };
}

test('two administrators with any parallel calls leave one consistent history', async () => {
  const { db } = testApp.database;
  await fc.assert(
    fc.asyncProperty(plan, plan, async (first, second) => {
      const author = await insertUser(db);
      const subject = { itemType: 'Post', itemId: (await insertPost(db, author.id)).id };
      const reports = await Promise.all(
        [0, 1, 2].map(() => insertReport(db, { ...subject, itemAuthorId: author.id }, { reporter_id: 'somebody' })),
      );
      const ids = reports.map(({ id }) => id);
      const done = await Promise.all(
        [first, second].map((steps, index) => administer(tokens[index] ?? '', steps, subject, ids)),
      );

      const rows = await db.selectFrom('reports').selectAll().where('id', 'in', ids).execute();
      const deleted = done.flatMap((each) => each.deleted);
      expect(deleted.toSorted()).toEqual(ids.filter((id) => !rows.some((row) => row.id === id)).toSorted());

      for (const row of rows) {
        const events = await db
          .selectFrom('report_events')
          .selectAll()
          .where('report_id', '=', row.id)
          .orderBy('version')
          .execute();
        expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 2));
        expect(row.version).toBe(events.length + 1);
        let status = 'pending';
        for (const event of events.filter(({ kind }) => kind === 'status')) {
          expect(event.from_value).toBe(status);
          expect(event.to_value).not.toBe(status);
          status = event.to_value ?? '';
        }
        expect(row.status).toBe(status);
        const answered = done.flatMap((each) => each.answered).filter(({ reportId }) => reportId === row.id);
        for (const { note, isAccepted, version } of answered) {
          const lines = events.filter((event) => event.note === note);
          expect(lines.length).toBeLessThanOrEqual(isAccepted ? 1 : 0);
          for (const line of lines) expect(line.version).toBe(version);
        }
        const batchIds = done.flatMap((each) => each.batches).map(({ batchId }) => batchId);
        for (const { note, batch_id } of events) {
          expect(answered.some((each) => each.note === note) || batchIds.includes(batch_id ?? '')).toBe(true);
        }
        const entries = await db
          .selectFrom('audit_entries')
          .selectAll()
          .where('target_id', '=', row.id)
          .where('action', '=', 'report.status')
          .execute();
        expect(entries).toHaveLength(events.filter(({ kind }) => kind === 'status').length);
      }
      // Batch entries of reports deleted since are deleted; those of the others are all there.
      for (const { batchId, changed } of done.flatMap((each) => each.batches)) {
        const lines = await db
          .selectFrom('report_events')
          .select('report_id')
          .where('batch_id', '=', batchId)
          .execute();
        expect(lines.length).toBeLessThanOrEqual(changed);
        if (deleted.length === 0) expect(lines).toHaveLength(changed);
      }
    }),
    { numRuns: 40 },
  );
  await expectCountersRight(db);
}, 120_000);
