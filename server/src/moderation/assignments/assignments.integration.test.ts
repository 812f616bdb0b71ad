import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openMember } from '../../testing/chat-members.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertAdmin, insertPost, insertReport, insertSession, insertUser } from '../../testing/factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { releaseIdle } from './release-idle.ts';

interface Ref {
  itemType: string;
  itemId: string;
}
type Account = Awaited<ReturnType<typeof insertAdmin>> & { token: string };

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
let mai: Account;
let binh: Account;
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
beforeEach(async () => {
  [mai, binh] = [await newAdmin('Mai'), await newAdmin('Bình')];
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const db = () => testApp.database.db;
async function newAdmin(name: string): Promise<Account> {
  const account = await insertAdmin(db(), { username: `${name} ${crypto.randomUUID().slice(0, 8)}` });
  return { ...account, token: await insertSession(db(), account.id, testApp.clock.now()) };
}
async function reportedPost(reports = 1) {
  const author = await insertUser(db());
  const { id: itemId } = await insertPost(db(), author.id);
  const subject = { itemType: 'Post', itemId };
  const ids: string[] = [];
  for (let i = 0; i < reports; i += 1) {
    ids.push((await insertReport(db(), { ...subject, itemAuthorId: author.id })).id);
  }
  return { subject, ids, author };
}
const call = ({ token }: { token: string }, path: string, body: object = {}) =>
  testApp.send('POST', path, { token, body });
const assign = (by: Account, { itemType, itemId }: Ref, body: object = { assigneeId: 'me' }) =>
  call(by, `/api/admin/subjects/${itemType}/${itemId}/assign`, body);
const read = async ({ itemType, itemId }: Ref): Promise<ModerationSubject> =>
  (await testApp.post(`/api/admin/subjects/${itemType}/${itemId}`)).json().data;
const holderOf = async (subject: Ref) => (await read(subject)).assignee?._id ?? null;
const notificationsOf = async ({ id }: Account) =>
  db().selectFrom('notifications').selectAll().where('admin_id', '=', id).orderBy('id').execute();
const release = (subject: Ref, by: Account) => assign(by, subject, { assigneeId: null });
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  testApp.clock.advance(ms);
  try {
    await work();
  } finally {
    testApp.clock.advance(-ms);
  }
}

describe('assignSubject', () => {
  test('sets the assignee of the subject, in the lists and in the detail of its reports; a release clears it', async () => {
    const { subject, ids } = await reportedPost();
    const response = await assign(mai, subject);
    expect(response.statusCode).toBe(200);
    const assignee = { _id: mai.id, username: mai.username, avatar: null, at: testApp.clock.now().toISOString() };
    expect(response.json().data).toMatchObject({ subject, assignee, version: 2 });
    const shown = async () => {
      const [list, cases, detail] = await Promise.all([
        testApp.post('/api/reports/admin/all', { ...subject, limit: 1 }),
        testApp.post('/api/reports/admin/cases', { itemType: 'Post', limit: 1 }),
        testApp.post(`/api/reports/admin/detail/${ids[0]}`),
      ]);
      const mine = await testApp.post('/api/reports/admin/all', { accountId: list.json().data[0].accountId });
      return [list.json().data[0], mine.json().data[0], cases.json().data[0], detail.json().data.case].map(
        (row) => row.assignee,
      );
    };
    expect(await shown()).toEqual([assignee, assignee, assignee, assignee]);
    expect((await release(subject, mai)).json().data).toMatchObject({ assignee: null, version: 3 });
    expect(await shown()).toEqual([null, null, null, null]);
    expect((await read(subject)).events.map(({ kind, actor }) => [kind, actor?._id])).toEqual([
      ['released', mai.id],
      ['assigned', mai.id],
      ['reported', undefined],
    ]);
  });

  test("a colleague's subject answers 409 with the current subject, and is taken over only on request; the colleague is notified", async () => {
    const { subject, ids } = await reportedPost();
    await assign(mai, subject);
    for (const body of [{ assigneeId: 'me' }, { assigneeId: null }]) {
      const response = await assign(binh, subject, body);
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        code: 'SUBJECT_ASSIGNED',
        details: { subject: { assignee: { _id: mai.id } } },
      });
    }
    // Who only looks is told who has it.
    const looked = await look(binh, subject);
    expect([looked.statusCode, looked.json().data.assignee._id]).toEqual([200, mai.id]);
    expect(await notificationsOf(mai)).toEqual([]);
    expect((await assign(binh, subject, { assigneeId: 'me', takeOver: true })).json().data.assignee._id).toBe(binh.id);
    expect(await notificationsOf(mai)).toMatchObject([
      { type: 'report_taken_over', report_id: ids[0], sender_name: binh.username, is_read: false },
    ]);
    expect(await notificationsOf(binh)).toEqual([]);
    await assign(mai, subject, { assigneeId: null, takeOver: true });
    expect(await holderOf(subject)).toBeNull();
    expect(await notificationsOf(binh)).toMatchObject([{ type: 'report_taken_over' }]);
  });

  test('to a colleague notifies that colleague alone; from one colleague to another notifies both', async () => {
    const { subject, ids } = await reportedPost();
    const chi = await newAdmin('Chi');
    await assign(mai, subject);
    await assign(mai, subject, { assigneeId: binh.id });
    expect(await holderOf(subject)).toBe(binh.id);
    expect(await notificationsOf(binh)).toMatchObject([
      {
        type: 'report_assigned',
        report_id: ids[0],
        message: expect.stringContaining(`${mai.username} đã giao cho bạn`),
      },
    ]);
    await assign(mai, subject, { assigneeId: chi.id, takeOver: true });
    expect(await notificationsOf(chi)).toMatchObject([{ type: 'report_assigned' }]);
    expect((await notificationsOf(binh)).map(({ type }) => type)).toEqual(['report_assigned', 'report_taken_over']);
    expect(await notificationsOf(mai)).toEqual([]);
  });

  test('a repeat changes nothing and notifies nobody', async () => {
    const { subject } = await reportedPost();
    for (let time = 0; time < 2; time += 1) await assign(mai, subject, { assigneeId: binh.id });
    expect((await read(subject)).version).toBe(2);
    expect(await notificationsOf(binh)).toHaveLength(1);
    for (let time = 0; time < 2; time += 1) await release(subject, binh);
    expect((await read(subject)).version).toBe(3);
  });

  test('only to an active administrator, of a subject with an open report or appeal', async () => {
    const { subject, ids } = await reportedPost();
    const [user, gone] = [await insertUser(db()), await insertAdmin(db(), { is_disabled: true })];
    for (const assigneeId of [user.id, gone.id, 'khong-co']) {
      const response = await assign(mai, subject, { assigneeId });
      expect([response.statusCode, response.json().code]).toEqual([404, 'ASSIGNEE_NOT_FOUND']);
    }
    await call(mai, `/api/reports/admin/${ids[0]}`, { status: 'rejected' });
    const { id: quiet } = await insertPost(db(), (await insertUser(db())).id);
    for (const closed of [subject, { itemType: 'Post', itemId: quiet }]) {
      expect((await assign(mai, closed)).json()).toMatchObject({ code: 'SUBJECT_CLOSED' });
      expect((await release(closed, mai)).statusCode).toBe(200);
    }
  });

  test('does not make the version of a decision stale; the decision releases the subject', async () => {
    const { subject } = await reportedPost();
    const { version } = await read(subject);
    await assign(mai, subject);
    await assign(mai, subject, { assigneeId: binh.id });
    const body = { subject, outcome: 'no_violation', actions: [], version };
    const response = await call(binh, '/api/admin/decisions', body);
    expect(response.statusCode).toBe(201);
    expect(response.json().data.subject.assignee).toBeNull();
    expect((await call(mai, '/api/admin/decisions', body)).json().code).toBe('SUBJECT_CHANGED');
  });

  test('the last open report that is closed or deleted releases the subject', async () => {
    const { subject, ids } = await reportedPost(3);
    await assign(mai, subject);
    await call(mai, `/api/reports/admin/${ids[0]}`, { status: 'resolved' });
    await call(mai, `/api/reports/admin/${ids[1]}`, { status: 'reviewing' });
    expect(await holderOf(subject)).toBe(mai.id);
    for (const id of ids.slice(1)) await call(mai, `/api/reports/admin/${id}`, { status: 'rejected' });
    expect(await holderOf(subject)).toBeNull();
    await call(mai, `/api/reports/admin/${ids[2]}`, { status: 'pending' });
    expect(await holderOf(subject)).toBeNull();
    await assign(mai, subject);
    await testApp.send('DELETE', `/api/reports/admin/${ids[2]}`);
    expect(await holderOf(subject)).toBeNull();
  });

  test('publishes the assignee to every administrator, after the commit', async () => {
    const { subject, ids } = await reportedPost();
    const member = await openMember(testApp, sockets, binh);
    const assigned = () =>
      member.received.filter(([name]) => name === 'subject_assigned').map(([, payload]) => payload['assignee']);
    await assign(mai, subject);
    const assignee = { _id: mai.id, username: mai.username, avatar: null, at: testApp.clock.now().toISOString() };
    await expect.poll(assigned).toEqual([assignee]);
    await call(mai, `/api/reports/admin/${ids[0]}`, { status: 'rejected' });
    await expect.poll(assigned).toEqual([assignee, null]);
    expect(member.received.find(([name]) => name === 'subject_assigned')?.[1]).toMatchObject(subject);
  });

  test('by several administrators at once assigns the subject to one', async () => {
    const { subject } = await reportedPost();
    const all = await Promise.all(Array.from({ length: 4 }, (_, index) => newAdmin(`Cùng lúc ${index}`)));
    const statuses = await Promise.all(all.map(async (admin) => (await assign(admin, subject)).statusCode));
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
  });
});

const look = (by: Account, subject: Ref) => assign(by, subject, { assigneeId: 'me', isAutomatic: true });
const goOn = (by: Account, subject: Ref) => assign(by, subject, { assigneeId: null, isAutomatic: true });

describe('assignSubject: an automatic release', () => {
  test('of what its administrator has claimed by looking → released, published, in no history; a repeat changes nothing', async () => {
    const { subject, ids } = await reportedPost();
    const member = await openMember(testApp, sockets, binh);
    await look(mai, subject);
    for (let time = 0; time < 2; time += 1) {
      const response = await goOn(mai, subject);
      expect([response.statusCode, response.json().data]).toMatchObject([200, { assignee: null, version: 3 }]);
    }
    await expect
      .poll(() => member.received.flatMap(([name, { assignee }]) => (name === 'subject_assigned' ? [assignee] : [])))
      .toEqual([expect.objectContaining({ _id: mai.id }), null]);
    const { historyCount } = (await testApp.post(`/api/reports/admin/detail/${ids[0]}`)).json().data;
    expect(historyCount).toBe(0);
    await releaseIdle(testApp.services.app, testApp.services.subjectViewers);
    expect((await read(subject)).version).toBe(3);
  });

  test.each<[string, (subject: Ref) => Promise<unknown>, () => Account | null]>([
    ['claimed on purpose', (subject) => assign(mai, subject), () => mai],
    [
      'claimed by looking, then on purpose',
      (subject) => look(mai, subject).then(() => assign(mai, subject)),
      () => mai,
    ],
    ['given by a colleague', (subject) => assign(binh, subject, { assigneeId: mai.id }), () => mai],
    ['claimed by a colleague by looking', (subject) => look(binh, subject), () => binh],
    [
      'taken over by a colleague since',
      (subject) => look(mai, subject).then(() => assign(binh, subject, { assigneeId: 'me', takeOver: true })),
      () => binh,
    ],
    ['of nobody', async () => undefined, () => null],
  ])('of a subject %s → changes nothing', async (_, prepare, holder) => {
    const { subject } = await reportedPost();
    await prepare(subject);
    const { version } = await read(subject);
    expect((await goOn(mai, subject)).statusCode).toBe(200);
    expect([await holderOf(subject), (await read(subject)).version]).toEqual([holder()?.id ?? null, version]);
    expect((await notificationsOf(binh)).length).toBe(0);
  });
});

describe('releaseIdle', () => {
  const release = () => releaseIdle(testApp.services.app, testApp.services.subjectViewers);

  test('an automatic claim ends after ten minutes, once, by any number of servers; an explicit one stays', async () => {
    const [looked, claimed, both] = [await reportedPost(), await reportedPost(), await reportedPost()];
    await look(mai, looked.subject);
    await assign(mai, claimed.subject);
    await look(mai, both.subject);
    await assign(mai, both.subject);
    await later(10 * MINUTE_MS - 1, release);
    expect(await holderOf(looked.subject)).toBe(mai.id);
    await later(10 * MINUTE_MS, async () => {
      await Promise.all([release(), release(), release()]);
    });
    expect(await holderOf(looked.subject)).toBeNull();
    expect((await read(looked.subject)).version).toBe(3);
    expect([await holderOf(claimed.subject), await holderOf(both.subject)]).toEqual([mai.id, mai.id]);
    expect(await notificationsOf(mai)).toEqual([]);
  });

  test('a claim that a colleague has taken over is not released with the previous one', async () => {
    const { subject } = await reportedPost();
    await look(mai, subject);
    await assign(binh, subject, { assigneeId: 'me', takeOver: true });
    await later(11 * MINUTE_MS, release);
    expect(await holderOf(subject)).toBe(binh.id);
  });

  test('a subject that fails does not keep others claimed; the job fails, and retries it', async () => {
    const [broken, other] = [await reportedPost(), await reportedPost()];
    await look(mai, broken.subject);
    await look(mai, other.subject);
    const { pool } = testApp.database;
    await pool.query(`create function fail_release() returns trigger language plpgsql as
      $$ begin raise exception 'cannot be released'; end $$`);
    await pool.query(`create trigger fail_release before insert on moderation_events for each row
      when (new.kind = 'released' and new.subject_id = '${broken.subject.itemId}') execute function fail_release()`);
    await later(10 * MINUTE_MS, async () => {
      await expect(release()).rejects.toThrow('cannot be released');
      expect([await holderOf(broken.subject), await holderOf(other.subject)]).toEqual([mai.id, null]);
      await pool.query('drop function fail_release() cascade');
      await release();
      expect(await holderOf(broken.subject)).toBeNull();
    });
  });

  test('automatic claims are in the events, but not in the history for administrators', async () => {
    const { subject, ids } = await reportedPost();
    await look(mai, subject);
    await later(10 * MINUTE_MS, release);
    const { history, historyCount } = (await testApp.post(`/api/reports/admin/detail/${ids[0]}`)).json().data;
    expect([history, historyCount]).toEqual([[], 0]);
    expect((await read(subject)).events.map(({ kind }) => kind)).toEqual(['reported']);
    await assign(mai, subject, { assigneeId: binh.id });
    const changed = (await testApp.post(`/api/reports/admin/detail/${ids[0]}`)).json().data;
    expect(changed.history).toMatchObject([{ kind: 'assigned', targetName: binh.username, actor: { _id: mai.id } }]);
  });

  test('the subjects of an administrator who is disabled or deleted are released at once', async () => {
    const [first, second] = [await reportedPost(), await reportedPost()];
    await assign(mai, first.subject);
    await assign(binh, second.subject);
    await testApp.post(`/api/admin/users/${mai.id}/disable`);
    await testApp.send('DELETE', `/api/admin/users/${binh.id}`);
    const chi = await newAdmin('Chi');
    expect((await assign(chi, first.subject)).statusCode).toBe(200);
    expect(await holderOf(second.subject)).toBeNull();
    await Promise.all([release(), release()]);
    expect(await holderOf(first.subject)).toBe(chi.id);
    const row = await db()
      .selectFrom('moderation_subjects')
      .select(['assignee_id', 'version'])
      .where('subject_id', '=', second.subject.itemId)
      .executeTakeFirst();
    expect(row).toEqual({ assignee_id: null, version: 3 });
  });
});

test('assignSubject: after any assignments and changes of reports the state equals the replayed events', async () => {
  const [author, people] = [await insertUser(db()), [mai, binh]];
  const step = fc.record({
    what: fc.constantFrom('claim', 'look', 'go on', 'take over', 'give', 'release', 'close', 'open', 'decide'),
    who: fc.constantFrom(0, 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { id: itemId } = await insertPost(db(), author.id);
      const subject = { itemType: 'Post', itemId };
      const { id } = await insertReport(db(), { ...subject, itemAuthorId: author.id });
      for (const { what, who } of steps) {
        const [by, other] = [people[who] as Account, people[1 - who] as Account];
        const { version } = await read(subject);
        const run: Record<string, () => Promise<{ statusCode: number }>> = {
          claim: () => assign(by, subject),
          look: () => look(by, subject),
          'go on': () => goOn(by, subject),
          'take over': () => assign(by, subject, { assigneeId: 'me', takeOver: true }),
          give: () => assign(by, subject, { assigneeId: other.id }),
          release: () => release(subject, by),
          close: () => call(by, `/api/reports/admin/${id}`, { status: 'resolved' }),
          open: () => call(by, `/api/reports/admin/${id}`, { status: 'pending' }),
          decide: () => call(by, '/api/admin/decisions', { subject, outcome: 'no_violation', actions: [], version }),
        };
        const { statusCode } = (await run[what]?.()) ?? { statusCode: 0 };
        expect([200, 201, 409]).toContain(statusCode);
      }
    }),
    { numRuns: 10 },
  );
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
});
