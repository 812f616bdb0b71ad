import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp();
  token = testApp.admin.token;
});
afterEach(async () => {
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const inHours = (hours: number) => new Date(testApp.clock.now().getTime() + hours * HOUR_MS).toISOString();
/** Sessions end meanwhile. */
let token: string;
async function advance(hours: number): Promise<void> {
  testApp.clock.advance(hours * HOUR_MS);
  token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
}
const post = (url: string, body: object = {}) => testApp.send('POST', url, { token, body });

async function newPost() {
  const author = await insertUser(db());
  return { itemType: 'Post', itemId: (await insertPost(db(), author.id)).id };
}
type Subject = Awaited<ReturnType<typeof newPost>>;

/** Files a report by a user, a new one unless it is given. @returns its id */
async function file({ itemType, itemId }: Subject, reason = 'spam', reporterId?: string): Promise<string> {
  const id = reporterId ?? (await insertUser(db())).id;
  const own = await insertSession(db(), id, testApp.clock.now());
  const body = { itemType, reportedItem: itemId, reason, description: 'Bài này làm phiền tôi nhiều lần' };
  const response = await testApp.send('POST', '/api/reports/create', { token: own, body });
  expect(response.statusCode).toBe(201);
  return response.json().data._id;
}
const read = async ({ itemType, itemId }: Subject) =>
  (await post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;
async function decide(subject: Subject): Promise<string> {
  const { version } = await read(subject);
  const body = { subject, outcome: 'violation', policy: 'spam', actions: [], version };
  const response = await post('/api/admin/decisions', body);
  expect(response.statusCode).toBe(201);
  return response.json().data.decisionId;
}
const undo = (id: string) => post(`/api/admin/decisions/${id}/undo`, { reason: 'Nhầm' });
const setStatus = (id: string, status: string) => post(`/api/reports/admin/${id}`, { status });
const setRule = (id: string, policy: string | null) =>
  testApp.send('PUT', `/api/reports/admin/${id}/policy`, { token, body: { policy } });
async function setSettings(change: object): Promise<void> {
  const present = (await post('/api/admin/settings')).json().data;
  const response = await testApp.send('PUT', '/api/admin/settings', { token, body: { ...present, ...change } });
  expect(response.statusCode).toBe(200);
}
/** The points of a severity for each below it and itself. */
const STEP = 2_500_000;
/** Gives the rule of a reason another severity. */
const setSeverity = (key: string, severity: number) =>
  db().updateTable('policies').set({ severity }).where('key', '=', key).execute();
const pointsOf = ({ priority }: { priority: { terms: Array<{ code: string; points: number }> } }, code: string) =>
  priority.terms.find((term) => term.code === code)?.points;

describe('createReport', () => {
  test('opens a subject that is due after the hours of the severity of its reason', async () => {
    const subject = await newPost();
    await file(subject, 'violence');
    expect(await read(subject)).toMatchObject({
      dueAt: inHours(24),
      priority: {
        score: expect.any(Number),
        terms: [
          { code: 'severity', value: 3, points: 3 * STEP },
          { code: 'reporters', value: 1, points: 0 },
          { code: 'record', value: 0, of: 0, points: 0 },
          { code: 'due' },
        ],
      },
    });
  });

  test('of a more severe reason makes it due earlier, a later one of the same reason does not', async () => {
    await setSeverity('hate_speech', 4);
    const subject = await newPost();
    await file(subject);
    const dueAt = inHours(24);
    await advance(2);
    await file(subject);
    expect(await read(subject)).toMatchObject({ dueAt, reporters: 2 });
    await file(subject, 'hate_speech');
    expect(await read(subject)).toMatchObject({ dueAt: inHours(1) });
  });

  test('after a change of the settings: only subjects that open from then on have the new time', async () => {
    const [before, after] = [await newPost(), await newPost()];
    await file(before);
    const dueAt = inHours(24);
    await setSettings({ dueHours: [6, 24, 24, 1] });
    await file(after);
    expect([await read(before), await read(after)]).toMatchObject([{ dueAt }, { dueAt: inHours(6) }]);
    await setSettings({ dueHours: [24, 24, 24, 1] });
  });

  test('by a reporter who is often wrong lowers the priority, by one who is often right raises it', async () => {
    const [wrong, right] = [await insertUser(db()), await insertUser(db())];
    for (let count = 0; count < 6; count += 1) {
      await insertReport(
        db(),
        { itemType: 'Post', itemId: `wrong ${count}` },
        { reporter_id: wrong.id, status: 'rejected' },
      );
      await insertReport(
        db(),
        { itemType: 'Post', itemId: `right ${count}` },
        { reporter_id: right.id, status: 'resolved' },
      );
    }
    const subjects = [await newPost(), await newPost()] as const;
    await file(subjects[0], 'spam', wrong.id);
    await file(subjects[1], 'spam', right.id);
    const [sunk, raised] = [await read(subjects[0]), await read(subjects[1])];
    expect([pointsOf(sunk, 'record'), pointsOf(raised, 'record')]).toEqual([-8, 7]);
    expect(raised.priority.score).toBeGreaterThan(sunk.priority.score);
  });
});

describe('due time of a closed subject', () => {
  test('setReportStatus: the last open report clears the time, an undo of the status restores it', async () => {
    const subject = await newPost();
    const [first, second] = [await file(subject), await file(subject)];
    const dueAt = inHours(24);
    await setStatus(first, 'rejected');
    expect(await read(subject)).toMatchObject({ dueAt });
    await setStatus(second, 'resolved');
    expect(await read(subject)).toMatchObject({ dueAt: null, priority: null });
    await setStatus(second, 'pending');
    expect(await read(subject)).toMatchObject({ dueAt });
  });

  test('undoDecision: restores the time, later by as long as the subject was closed', async () => {
    const subject = await newPost();
    await file(subject, 'violence');
    await advance(20);
    const decisionId = await decide(subject);
    expect(await read(subject)).toMatchObject({ dueAt: null, priority: null });
    await advance(240);
    await undo(decisionId);
    const reopened = await read(subject);
    expect(reopened).toMatchObject({ dueAt: inHours(4) });
    expect(pointsOf(reopened, 'severity')).toBe(3 * STEP);
  });

  test('undoDecision: of a subject that was reported meanwhile, the more severe and the earlier counts', async () => {
    const subject = await newPost();
    await file(subject, 'violence');
    await advance(23);
    const decisionId = await decide(subject);
    await advance(1);
    await file(subject);
    expect(await read(subject)).toMatchObject({ dueAt: inHours(24) });
    await undo(decisionId);
    const both = await read(subject);
    expect(both).toMatchObject({ dueAt: inHours(1), openReports: 2 });
    expect(pointsOf(both, 'severity')).toBe(3 * STEP);
  });
});

test('applyEvent: after any reports, decisions and undos, at any time, a replay of the events gives the same state', async () => {
  await setSeverity('hate_speech', 4);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('file' as const), reason: fc.constantFrom('spam', 'violence', 'hate_speech') }),
    fc.record({ kind: fc.constant('decide' as const) }),
    fc.record({ kind: fc.constant('undo' as const) }),
    fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom('pending', 'reviewing', 'rejected') }),
    fc.record({ kind: fc.constant('rule' as const), rule: fc.constantFrom('child_safety', 'scam', null) }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const subject = await newPost();
      const reports: string[] = [];
      const decisions: string[] = [];
      for (const each of steps) {
        if (each.kind === 'file') reports.push(await file(subject, each.reason));
        else if (each.kind === 'decide') decisions.push(await decide(subject));
        else if (each.kind === 'wait') await advance(each.hours);
        else if (each.kind === 'undo') await undo(decisions.pop() ?? 'none');
        else if (reports[0] && each.kind === 'rule') await setRule(reports[0], each.rule);
        else if (reports[0] && each.kind === 'status') await setStatus(reports[0], each.status);
      }
      const { openReports, dueAt, priority } = await read(subject);
      expect([dueAt !== null, priority !== null]).toEqual([openReports > 0, openReports > 0]);
    }),
    { numRuns: 15 },
  );
}, 60_000);
