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

/** What an administrator may do next; `report` is which of the thing's reports, `isInformed` whether he has looked. */
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

/** What one change of one report was answered; its note is like no other's. */
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

/** One administrator, doing one thing after the other over HTTP. */
async function administer(token: string, steps: Plan, thing: { itemType: string; itemId: string }, ids: string[]) {
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
      const answer =
        step.kind === 'status'
          ? await send('POST', id, { status: step.status, note, ...known })
          : await send('POST', `${id}/act`, { action: step.action, note, ...known });
      expect([200, 404, 409]).toContain(answer.statusCode);
      const isAccepted = answer.statusCode === 200;
      answered.push({ reportId: id, note, isAccepted, version: isAccepted ? answer.json().data.version : 0 });
      // Whoever names a version gets the next one, or that very one if there was nothing to do.
      if (isAccepted && version !== undefined) expect([version, version + 1]).toContain(answered.at(-1)?.version);
    } else if (step.kind === 'case') {
      const { open } = (await send('POST', `detail/${id}`, {})).json().data?.case ?? { open: 0 };
      if (open === 0) continue;
      const answer = await send('POST', 'cases/status', { ...thing, status: step.status, expectedOpen: open });
      expect([200, 409]).toContain(answer.statusCode);
      if (answer.statusCode === 200) batches.push(answer.json().data);
    } else if (step.kind === 'undo') {
      const last = batches.at(-1);
      if (!last) continue;
      const answer = await send('POST', 'cases/undo', { batchId: last.batchId });
      expect([200, 410]).toContain(answer.statusCode);
      if (answer.statusCode === 200) batches.push(answer.json().data);
    } else {
      const answer = await send('DELETE', id, {});
      expect([200, 404]).toContain(answer.statusCode);
      if (answer.statusCode === 200) deleted.push(id);
    }
  }
  return { answered, batches, deleted };
}

test('whatever two administrators do at once, it ends in one history', async () => {
  const { db } = testApp.database;
  await fc.assert(
    fc.asyncProperty(plan, plan, async (first, second) => {
      const author = await insertUser(db);
      const thing = { itemType: 'Post', itemId: (await insertPost(db, author.id)).id };
      const reports = await Promise.all(
        [0, 1, 2].map(() => insertReport(db, { ...thing, itemAuthorId: author.id }, { reporter_id: 'somebody' })),
      );
      const ids = reports.map(({ id }) => id);
      const done = await Promise.all(
        [first, second].map((steps, index) => administer(tokens[index] ?? '', steps, thing, ids)),
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
      // Of reports that were deleted since, the batch's lines are gone; those of the others are all there.
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
