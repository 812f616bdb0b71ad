import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { makeDecision, tryDecision, undoDecision } from '../../testing/decisions.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';

let testApp: TestApp;
let tokens: string[];
beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  const others = await Promise.all([insertAdmin(db), insertAdmin(db)]);
  tokens = await Promise.all(others.map(({ id }) => insertSession(db, id, testApp.clock.now())));
});
afterAll(() => testApp.close());

/** A plain call about the reported post or its author. */
type Act = 'disable' | 'enable' | 'delete' | 'restore';
const callOf = (act: Act, postId: string, authorId: string) =>
  ({
    disable: ['POST', `/api/admin/users/${authorId}/disable`],
    enable: ['POST', `/api/admin/users/${authorId}/enable`],
    delete: ['DELETE', `/api/admin/deletePost/${postId}`],
    restore: ['POST', `/api/admin/posts/${postId}/restore`],
  })[act] as ['POST' | 'DELETE', string];

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
      act: fc.constantFrom<Act>('disable', 'enable', 'delete', 'restore'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide' as const) }) },
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
async function administer(
  token: string,
  steps: Plan,
  { subject, authorId }: { subject: { itemType: string; itemId: string }; authorId: string },
  ids: string[],
) {
  const answered: Answered[] = [];
  const decisions: string[] = [];
  const deleted: string[] = [];
  const send = (method: 'POST' | 'DELETE', path: string, body: object) =>
    testApp.send(method, `/api/reports/admin/${path}`, { token, body });
  const versionOf = async (id: string) => (await send('POST', `detail/${id}`, {})).json().data?.version;

  for (const [step, index, isInformed] of steps) {
    const id = ids[index] ?? '';
    const version: number | undefined = isInformed ? await versionOf(id) : undefined;
    const known = version === undefined ? {} : { version };
    if (step.kind === 'act') {
      const [method, path] = callOf(step.act, subject.itemId, authorId);
      expect([200, 404]).toContain((await testApp.send(method, path, { token })).statusCode);
    } else if (step.kind === 'status') {
      const note = newNote();
      const response = await send('POST', id, { status: step.status, note, ...known });
      expect([200, 404, 409]).toContain(response.statusCode);
      const isAccepted = response.statusCode === 200;
      answered.push({ reportId: id, note, isAccepted, version: isAccepted ? response.json().data.version : 0 });
      // A call with a version gets the next one, or the same if nothing had to change.
      if (isAccepted && version !== undefined) expect([version, version + 1]).toContain(answered.at(-1)?.version);
    } else if (step.kind === 'decide') {
      const response = await tryDecision(testApp, subject, {}, token);
      expect([201, 409]).toContain(response.statusCode);
      if (response.statusCode === 201) decisions.push(response.json().data.decisionId);
    } else if (step.kind === 'undo') {
      const last = decisions.at(-1);
      if (!last) continue;
      const response = await testApp.send('POST', `/api/admin/decisions/${last}/undo`, { token, body: {} });
      expect(response.statusCode).toBe(200);
    } else {
      const response = await send('DELETE', id, {});
      expect([200, 404]).toContain(response.statusCode);
      if (response.statusCode === 200) deleted.push(id);
    }
  }
  return { answered, decisions, deleted };
}

test('setReportStatus: two administrators with any parallel calls leave one consistent history', async () => {
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
        [first, second].map((steps, index) =>
          administer(tokens[index] ?? '', steps, { subject, authorId: author.id }, ids),
        ),
      );

      const rows = await db.selectFrom('reports').selectAll().where('id', 'in', ids).execute();
      // A repeated deletion by the same administrator is accepted, too.
      const deleted = [...new Set(done.flatMap((each) => each.deleted))];
      expect(deleted.toSorted()).toEqual(ids.filter((id) => !rows.some((row) => row.id === id)).toSorted());

      const events = await db
        .selectFrom('moderation_events')
        .selectAll()
        .where('subject_id', '=', subject.itemId)
        .orderBy('version')
        .execute();
      const notesOf = Map.groupBy(events, ({ note }) => note);
      for (const { note, isAccepted, reportId } of done.flatMap((each) => each.answered)) {
        const ofNote = notesOf.get(note) ?? [];
        expect(ofNote.length).toBeLessThanOrEqual(isAccepted ? 1 : 0);
        for (const event of ofNote) expect(event.report_id).toBe(reportId);
      }
      const decided = events.filter(({ kind }) => kind === 'decided');
      const decisions = done.flatMap((each) => each.decisions);
      expect(decided.map(({ decision_id }) => decision_id).toSorted()).toEqual(decisions.toSorted());
      const entriesOf = (targetId: string, action: string) =>
        db
          .selectFrom('audit_entries')
          .select('id')
          .where('target_id', '=', targetId)
          .where('action', '=', action)
          .execute();
      for (const id of ids) {
        const own = events.filter(({ kind, report_id }) => kind === 'status_set' && report_id === id);
        expect(await entriesOf(id, 'report.status')).toHaveLength(own.length);
      }
      expect(await entriesOf(subject.itemId, 'decision.make')).toHaveLength(decided.length);
    }),
    { numRuns: 40 },
  );
  await expectSubjectsReplayed(db);
  await expectCountersRight(db);
}, 120_000);

test('getReport: a decision in the history can be undone and contains whether it was; a bulk change cannot', async () => {
  const { db } = testApp.database;
  const author = await insertUser(db);
  const subject = { itemType: 'Post', itemId: (await insertPost(db, author.id)).id };
  const { id } = await insertReport(db, { ...subject, itemAuthorId: author.id });
  // The letters are left out: they are of no matter here.
  const historyOf = async () => {
    const { history } = (await testApp.post(`/api/reports/admin/detail/${id}`)).json().data;
    return history.filter(({ kind }: { kind: string }) => !kind.startsWith('letter_'));
  };
  const target = { kind: 'content', subjects: [subject] };
  await testApp.post('/api/admin/bulk', { action: { kind: 'close_reports', outcome: 'rejected' }, target });
  await testApp.services.jobs.runDue();
  const decisionId = await makeDecision(testApp, subject, { policy: 'spam', actions: ['takedown'] });
  const decided = {
    kind: 'decided',
    batchId: decisionId,
    decision: { _id: decisionId, isUndone: false, needsReason: false },
  };
  const rest = [
    { kind: 'delete_content', decision: null },
    { kind: 'status', decision: null },
  ];
  expect(await historyOf()).toMatchObject([decided, ...rest]);
  await undoDecision(testApp, decisionId);
  const [undone, restored, ...others] = await historyOf();
  expect([undone, restored].map(({ kind, decision }) => [kind, decision])).toEqual(
    expect.arrayContaining([
      ['decision_undone', null],
      ['restore_content', null],
    ]),
  );
  expect(others).toMatchObject([{ ...decided, decision: { _id: decisionId, isUndone: true } }, ...rest]);
});
