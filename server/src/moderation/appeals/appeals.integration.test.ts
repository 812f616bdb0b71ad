import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import {
  insertReportedPost,
  makeDecision,
  readAccount,
  readStatuses,
  readSubject,
  undoDecision,
} from '../../testing/decisions.ts';
import { insertAdmin, insertSession } from '../../testing/factories.ts';
import { fingerprint } from '../../testing/fingerprint.ts';
import { findNotices } from '../../testing/letters.ts';

const GRACE_MS = 15_000;
let testApp: TestApp;
let steps: ReturnType<typeof createAppealSteps>;
beforeAll(async () => {
  testApp = await buildTestApp();
  steps = createAppealSteps(testApp);
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const policyOf = async (key: string) =>
  (await testApp.post('/api/admin/policies')).json().data.find((policy: { key: string }) => policy.key === key);
const appealOf = async (id: string): Promise<Appeal> =>
  (await testApp.post(`/api/admin/appeals/${id}`)).json().data.appeal;

describe('createAppeal', () => {
  test('reopens the subject, due in 48 hours, once', async () => {
    const { author, subject, noticeId, decisionId } = await steps.takenDownPost();
    expect(await steps.notices(author.id)).toMatchObject([
      { _id: noticeId, canAppeal: true, policy: 'Spam và quảng cáo' },
    ]);
    expect(await readSubject(testApp, subject)).toMatchObject({ state: 'closed', openAppeals: 0 });
    const response = await steps.object(author.id, noticeId);
    expect(response.statusCode).toBe(201);
    const { _id, dueAt } = response.json().data;
    expect(dueAt).toBe(new Date(testApp.clock.now().getTime() + 48 * HOUR_MS).toISOString());
    const present = await readSubject(testApp, subject);
    expect(present).toMatchObject({ state: 'open', openAppeals: 1, openReports: 0 });
    expect(present.events[0]).toMatchObject({ kind: 'appealed', actor: null, decisionId });
    expect(await steps.notices(author.id)).toMatchObject([{ canAppeal: false }]);
    expect(await appealOf(_id)).toMatchObject({
      kind: 'owner',
      author: { _id: author.id, username: author.username },
      outcome: null,
      decision: { policy: { key: 'spam', version: 1 }, actions: ['takedown'], by: { _id: testApp.admin.id } },
    });
    const announced = db().selectFrom('announcements').selectAll().where('appeal_id', '=', _id);
    expect(await announced.execute()).toMatchObject([
      {
        type: 'new_appeal',
        report_id: null,
        sender_name: author.username,
        message: 'Có khiếu nại mới cần xử lý',
        is_handled: false,
      },
    ]);
    const before = await fingerprint(db());
    const again = await steps.object(author.id, noticeId);
    expect([again.statusCode, again.json().code]).toEqual([409, 'APPEAL_EXISTS']);
    const after = await fingerprint(db());
    expect(before).toMatchObject(withoutSessions(after));
    await expectSubjectsReplayed(db());
  });

  test('two calls at once create one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { author, noticeId } = await steps.takenDownPost();
      const responses = await Promise.all([steps.object(author.id, noticeId), steps.object(author.id, noticeId)]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    }
  });

  test('too late, by another account, without a text or after an undo changes nothing', async () => {
    const { author, subject, noticeId, decisionId } = await steps.takenDownPost();
    const { author: stranger } = await insertReportedPost(testApp, []);
    const answer = async (response: ReturnType<typeof steps.object>) => {
      const { statusCode, ...rest } = await response;
      const { code, message } = rest.json();
      expect(message).toMatch(/\p{L}/u);
      return [statusCode, code];
    };
    expect(await answer(steps.object(stranger.id, noticeId))).toEqual([404, 'NOTICE_NOT_FOUND']);
    expect(await answer(steps.object(author.id, 'khong-co'))).toEqual([404, 'NOTICE_NOT_FOUND']);
    expect(await answer(steps.object(author.id, noticeId, '  ngắn   '))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await answer(steps.object(author.id, noticeId, '\u200B'.repeat(12)))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await answer(steps.object(author.id, noticeId, 'á'.repeat(1_001)))).toEqual([400, 'VALIDATION_FAILED']);
    await testApp.later(GRACE_MS + 30 * DAY_MS, async () => {
      expect(await answer(steps.object(author.id, noticeId))).toEqual([410, 'APPEAL_TOO_LATE']);
      expect(await steps.notices(author.id)).toMatchObject([{ canAppeal: false }]);
    });
    const appeal_until = (await findNotices(db(), author.id))[0]?.appeal_until;
    await db().updateTable('notices').set({ appeal_until: null }).where('id', '=', noticeId).execute();
    expect(await answer(steps.object(author.id, noticeId))).toEqual([409, 'APPEAL_IMPOSSIBLE']);
    await db().updateTable('notices').set({ appeal_until }).where('id', '=', noticeId).execute();
    await undoDecision(testApp, decisionId);
    expect(await answer(steps.object(author.id, noticeId))).toEqual([409, 'APPEAL_UNNEEDED']);
    expect((await readSubject(testApp, subject)).openAppeals).toBe(0);
  });
});

describe('listAppeals', () => {
  test('lists pending ones by due time, and decided ones newest first, in pages', async () => {
    const listed = async (body: object) => (await testApp.post('/api/admin/appeals', body)).json();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { author, noticeId } = await steps.takenDownPost();
      await testApp.later(index * 60_000, async () => {
        ids.push((await steps.object(author.id, noticeId)).json().data._id);
      });
    }
    const all = async (state: string) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const { data, pagination } = await listed({ state, limit: 2, ...(cursor ? { cursor } : {}) });
        found.push(...data.map(({ _id }: Appeal) => _id));
        cursor = pagination.nextCursor;
      } while (cursor);
      return found;
    };
    const open = await all('open');
    expect(open.filter((id) => ids.includes(id))).toEqual(ids);
    const dues = await Promise.all(open.map(async (id) => (await appealOf(id)).dueAt));
    expect(dues).toEqual(dues.toSorted());
    for (const [index, id] of ids.entries()) {
      await testApp.later(index * 60_000, async () => void (await steps.conclude(id, 'uphold')));
    }
    expect((await all('decided')).slice(0, 5)).toEqual(ids.toReversed());
    expect((await all('open')).filter((id) => ids.includes(id))).toEqual([]);
  });
});

describe('decideAppeal', () => {
  test('overturn reverts takedown, suspension, points and reports, and counts for the rule', async () => {
    const { author, subject, reports, before, decisionId, noticeId } = await steps.takenDownPost({
      policy: 'harassment',
      actions: ['takedown', 'suspend'],
      suspendDays: 7,
    });
    const policy = await policyOf('harassment');
    const _id = await steps.objectAnyhow(author.id, noticeId);
    const response = await steps.conclude(_id, 'overturn', { note: 'Ngữ cảnh là trích dẫn' });
    expect(response.statusCode).toBe(200);
    const { data } = response.json();
    expect(data.appeal).toMatchObject({
      outcome: 'overturned',
      decidedBy: { _id: testApp.admin.id },
      note: 'Ngữ cảnh là trích dẫn',
      decision: { _id: decisionId, isUndone: true },
    });
    const { version: _v, events: _e, ownerRecord: _r, ...was } = before;
    expect(data.subject).toMatchObject({ ...was, ownerRecord: { appealsWon: 1 } });
    // To the owner, and to the reporters, who were told that they were right.
    expect(data.subject.events.slice(0, 3)).toMatchObject([
      { kind: 'letter_queued' },
      { kind: 'letter_queued' },
      { kind: 'appeal_overturned', note: 'Ngữ cảnh là trích dẫn' },
    ]);
    expect(await readAccount(testApp, author.id)).toMatchObject({ vohieuhoa: false, disabledUntil: null });
    expect(await readStatuses(testApp, reports)).toEqual(['pending', 'reviewing', 'rejected']);
    expect(await policyOf('harassment')).toMatchObject({
      appliedCount: policy.appliedCount,
      overturnedCount: policy.overturnedCount + 1,
    });
    expect(subject.itemType).toBe('Post');
    await testApp.services.jobs.runDue();
    expect(await noticesOf(author.id)).toContainEqual({
      kind: 'appeal_overturned',
      appeal_until: null,
      has_message: true,
    });
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('uphold reverts nothing and closes the subject', async () => {
    const { author, subject, noticeId } = await steps.takenDownPost();
    const closed = await readSubject(testApp, subject);
    const { _id } = (await steps.object(author.id, noticeId)).json().data;
    const { data } = (await steps.conclude(_id, 'uphold')).json();
    expect(data.appeal).toMatchObject({ outcome: 'upheld', decision: { isUndone: false } });
    expect(data.subject).toMatchObject({ state: 'closed', takenDownAt: closed.takenDownAt, strikes: closed.strikes });
    await testApp.services.jobs.runDue();
    expect(await noticesOf(author.id)).toContainEqual({ kind: 'appeal_upheld', appeal_until: null, has_message: true });
    const again = await steps.object(author.id, noticeId);
    expect(again.json().code).toBe('APPEAL_EXISTS');
    await expectSubjectsReplayed(db());
  });

  test("a reporter's review request: uphold keeps the reports rejected, overturn reopens them", async () => {
    for (const outcome of ['uphold', 'overturn'] as const) {
      const { subject, reports, ids } = await secondLooks();
      expect((await readSubject(testApp, subject)).openAppeals).toBe(2);
      const { data } = (await steps.conclude(ids[0] ?? '', outcome)).json();
      expect(data.appeal).toMatchObject({ kind: 'reporter', reportId: reports[1]?.id });
      const isOverturned = outcome === 'overturn';
      const statuses = isOverturned ? ['pending', 'reviewing'] : ['rejected', 'rejected'];
      expect(await readStatuses(testApp, reports)).toEqual(statuses);
      // The other request is about the same decision, which is no more.
      expect((await appealOf(ids[1] ?? '')).outcome).toBe(isOverturned ? 'overturned' : null);
      expect((await readSubject(testApp, subject)).openAppeals).toBe(isOverturned ? 0 : 1);
    }
    await expectSubjectsReplayed(db());
  });

  test.each([
    ['a text', 'Cảm ơn {tên} đã giải thích.', true],
    ['null', null, false],
  ])('letter: %s says it, or a notice alone does', async (_, letter, has_message) => {
    const { author, noticeId } = await steps.takenDownPost();
    const { _id } = (await steps.object(author.id, noticeId)).json().data;
    expect((await steps.conclude(_id, 'uphold', { letter })).statusCode).toBe(200);
    await testApp.services.jobs.runDue();
    expect(await noticesOf(author.id)).toContainEqual({ kind: 'appeal_upheld', appeal_until: null, has_message });
    const notices = await steps.notices(author.id);
    if (letter)
      expect(notices).toContainEqual(expect.objectContaining({ text: `Cảm ơn ${author.username} đã giải thích.` }));
  });

  test('letter: an own text is sent to the author of the decided appeal, others whose appeal ends with it get the template', async () => {
    const { ids, reporters } = await secondLooks();
    const [first = '', second = ''] = reporters;
    expect((await steps.conclude(ids[0] ?? '', 'overturn', { letter: 'Bạn nói đúng, {tên}.' })).statusCode).toBe(200);
    await testApp.services.jobs.runDue();
    const textsOf = async (userId: string) => (await steps.notices(userId)).map(({ text }: { text: string }) => text);
    const { username } = await readAccount(testApp, first);
    expect(await textsOf(first)).toContain(`Bạn nói đúng, ${username}.`);
    const texts = await textsOf(second);
    expect(texts.filter((text: string) => text.includes('Bạn nói đúng'))).toEqual([]);
    expect(texts).toContainEqual(expect.stringContaining('Quyết định trước không còn hiệu lực'));
  });

  test('letter: the preview of each conclusion is what its recipient gets, and nobody gets one once it is decided', async () => {
    const { author, noticeId } = await steps.takenDownPost();
    const id = (await steps.object(author.id, noticeId)).json().data._id;
    const answers = async () => (await testApp.post(`/api/admin/appeals/${id}`)).json().data.answers;
    const { uphold, overturn } = await answers();
    expect([uphold.kind, overturn.kind]).toEqual(['appeal_upheld', 'appeal_overturned']);
    expect(uphold.text).toContain(`Chào ${author.username}`);
    expect(uphold.draft).toContain('Chào {tên}');
    await steps.conclude(id, 'uphold');
    await testApp.services.jobs.runDue();
    expect((await steps.notices(author.id)).map(({ text }: { text: string }) => text)).toContain(uphold.text);
    expect(await answers()).toBeNull();
  });

  test('uphold answers all pending appeals of a subject at once on request, each by one letter', async () => {
    const { subject, ids, reporters } = await secondLooks();
    const [first = '', second = ''] = ids;
    expect((await testApp.post(`/api/admin/appeals/${first}`)).json().data.others).toBe(1);
    const answer = { letter: 'Chúng tôi đã xem lại, {tên}.', answersAll: true };
    expect((await steps.conclude(first, 'uphold', answer)).json().data).toMatchObject({ others: 0 });
    expect((await appealOf(second)).outcome).toBe('upheld');
    expect(await readSubject(testApp, subject)).toMatchObject({ openAppeals: 0, state: 'closed' });
    // A press that comes twice.
    expect((await steps.conclude(second, 'uphold')).statusCode).toBe(200);
    await testApp.services.jobs.runDue();
    const answersOf = async (userId: string) =>
      (await steps.notices(userId)).filter(({ kind }: { kind: string }) => kind === 'appeal_upheld');
    const [toFirst, toSecond] = await Promise.all(reporters.map(answersOf));
    expect(toFirst).toMatchObject([{ text: expect.stringContaining('Chúng tôi đã xem lại') }]);
    expect(toSecond).toHaveLength(1);
    expect(toSecond[0].text).not.toContain('Chúng tôi đã xem lại');
    await expectSubjectsReplayed(db());
    await expectCountersRight(db());
  });

  test('by two administrators at once is done once; the other gets the decision of the first', async () => {
    const other = await insertSession(db(), (await insertAdmin(db())).id, testApp.clock.now());
    for (let round = 0; round < 10; round += 1) {
      const { author, noticeId } = await steps.takenDownPost();
      const { _id } = (await steps.object(author.id, noticeId)).json().data;
      const responses = await Promise.all([steps.conclude(_id, 'overturn'), steps.conclude(_id, 'uphold', {}, other)]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const { outcome } = await appealOf(_id);
      const [rejected] = responses.filter(({ statusCode }) => statusCode === 409);
      expect(rejected?.json()).toMatchObject({ code: 'APPEAL_DECIDED', details: { appeal: { outcome } } });
    }
    await expectSubjectsReplayed(db());
  });

  test('an appeal to a decision that is undone is closed with it', async () => {
    const { author, subject, decisionId, noticeId } = await steps.takenDownPost();
    const { _id } = (await steps.object(author.id, noticeId)).json().data;
    await undoDecision(testApp, decisionId, { reason: 'Nhầm' });
    expect(await appealOf(_id)).toMatchObject({ outcome: 'closed', decision: { isUndone: true } });
    expect(await readSubject(testApp, subject)).toMatchObject({ openAppeals: 0, takenDownAt: null });
    const response = await steps.conclude(_id, 'overturn');
    expect(response.json()).toMatchObject({ code: 'APPEAL_DECIDED', details: { appeal: { outcome: 'closed' } } });
    await expectSubjectsReplayed(db());
  });

  test('appeals of and about a deleted account are closed, and their texts are erased', async () => {
    const { author, noticeId } = await steps.takenDownPost();
    const own = (await steps.object(author.id, noticeId)).json().data._id;
    const looks = await secondLooks();
    const [asked = '', others = ''] = looks.ids;
    for (const id of [author.id, looks.reporters[0], looks.author.id]) {
      await testApp.send('DELETE', `/api/admin/users/${id}`);
    }
    // Deciding closes an appeal that the job has not come to yet.
    for (const id of [own, asked]) {
      const { data } = (await steps.conclude(id, 'overturn')).json();
      expect(data.appeal).toMatchObject({ outcome: 'closed', author: null });
    }
    const { data: overturned } = (await steps.conclude(others, 'overturn')).json();
    expect(overturned.appeal).toMatchObject({ outcome: 'overturned' });
    expect((await readSubject(testApp, looks.subject)).openAppeals).toBe(0);
    await expectSubjectsReplayed(db());
  });
});

describe('decideAppeal, undoDecision, deleteUser: the notifications of an appeal', () => {
  const isRead = async (appealId: string) =>
    (await db().selectFrom('announcements').select('is_handled').where('appeal_id', '=', appealId).execute()).map(
      (announcement) => announcement.is_handled,
    );

  test.each(['uphold', 'overturn', 'undo', 'deletion of the account'])('are handled after its %s', async (ends) => {
    const { author, decisionId, noticeId } = await steps.takenDownPost();
    const { _id } = (await steps.object(author.id, noticeId)).json().data;
    const unread = await isRead(_id);
    expect(unread).toContain(false);
    if (ends === 'uphold' || ends === 'overturn') await steps.conclude(_id, ends);
    else if (ends === 'undo') await undoDecision(testApp, decisionId, { reason: 'Nhầm' });
    else {
      await testApp.send('DELETE', `/api/admin/users/${author.id}`);
      await testApp.services.jobs.runDue();
    }
    expect(await isRead(_id)).toEqual(unread.map(() => true));
  });
});

test('deleteUser: closes the appeals of the account and about it in the job, and erases their texts', async () => {
  const { author, subject, noticeId } = await steps.takenDownPost();
  const own = (await steps.object(author.id, noticeId)).json().data._id;
  const looks = await secondLooks();
  for (const id of [author.id, looks.author.id]) {
    expect((await testApp.send('DELETE', `/api/admin/users/${id}`)).json()).toMatchObject({ success: true });
  }
  const fail = (details: unknown) => {
    throw new Error(`a step failed: ${JSON.stringify(details)}`);
  };
  await testApp.services.jobs.runDue({ log: { warn: fail } });
  const rows = await db()
    .selectFrom('appeals')
    .select(['id', 'outcome', 'text'])
    .where('id', 'in', [own, ...looks.ids])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { id: own, outcome: 'closed', text: '' },
    { outcome: 'closed', text: expect.stringMatching(/./) },
    { outcome: 'closed', text: expect.stringMatching(/./) },
  ]);
  for (const one of [subject, looks.subject]) expect((await readSubject(testApp, one)).openAppeals).toBe(0);
});

/** Two reporters of a post that was found harmless ask for another look. */
async function secondLooks() {
  const { author, subject, reports } = await insertReportedPost(testApp, ['pending', 'reviewing']);
  const decisionId = await makeDecision(testApp, subject);
  const reporters = reports.map(({ reporter_id }) => reporter_id);
  const ids: string[] = [];
  for (const reporter of reporters) {
    ids.push((await steps.object(reporter, await steps.notify(reporter, decisionId))).json().data._id);
  }
  return { author, subject, reports, reporters, ids };
}

/** The notices of a user, with whether a message was sent. */
const noticesOf = (userId: string) =>
  db()
    .selectFrom('notices as n')
    .innerJoin('letters as l', 'l.id', 'n.letter_id')
    .select(['n.kind', 'n.appeal_until', 'l.has_message'])
    .where('n.user_id', '=', userId)
    .execute();

const withoutSessions = ({ sessions: _sessions, ...rest }: Record<string, unknown>) => rest;
