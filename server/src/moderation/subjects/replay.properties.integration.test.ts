import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { readAccount, readSubject, tryDecision } from '../../testing/decisions.ts';
import { insertAdmin, insertPost, insertSession, insertUser } from '../../testing/factories.ts';
import { sendLetters } from '../../testing/letters.ts';
import { insertAppealToken } from '../../testing/moderation-factories.ts';
import { endSuspensions } from '../actions/end-suspensions.ts';
import { closeInBulk } from '../closing/close-reports.ts';

/** The statuses of a call when another one was faster, or when there is nothing to do. */
const ANSWERS = [200, 201, 400, 401, 403, 404, 409, 410, 429];
let testApp: TestApp;
let adminIds: string[];
beforeAll(async () => {
  testApp = await buildTestApp();
  adminIds = [testApp.admin.id, (await insertAdmin(db())).id];
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

const who = fc.nat(1);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('report' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who,
      actions: fc.subarray(['takedown', 'warn'] as const),
      penalty: fc.constantFrom('suspend' as const, 'disable' as const, null),
      isViolation: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('object' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('conclude' as const), who, isUpheld: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('letters' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
  fc.record({ kind: fc.constant('account' as const), who, call: fc.constantFrom('disable', 'enable') }),
  fc.record({ kind: fc.constant('content' as const), who, isDeleted: fc.boolean() }),
  fc.record({ kind: fc.constant('all' as const), who, status: fc.constantFrom('resolved', 'rejected') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** Two at the same moment, after the clock has gone this many hours: ahead, or back. */
const moment = fc.record({ hours: fc.integer({ min: -30, max: 50 }), both: fc.tuple(step, step) });

/** Each call with a session of its own: none is over, wherever the clock is. */
const tokenOf = (id: string) => insertSession(db(), id, testApp.clock.now());

/** A post and those who report it, with the calls that change something about it. */
async function createStory() {
  const author = await insertUser(db());
  const post = await insertPost(db(), author.id);
  const reporters = [await insertUser(db()), await insertUser(db())];
  const subject = { itemType: 'Post' as const, itemId: post.id };
  const adminToken = (index: number) => tokenOf(adminIds[index] ?? '');

  async function object(): Promise<LightMyRequestResponse | undefined> {
    const notices = db().selectFrom('notices').select('id').where('user_id', '=', author.id);
    const notice = await notices.orderBy('id', 'desc').limit(1).executeTakeFirst();
    const inAnHour = new Date(testApp.clock.now().getTime() + HOUR_MS);
    const { vohieuhoa } = await readAccount(testApp, author.id);
    const token = vohieuhoa ? await insertAppealToken(db(), author.id, inAnHour) : await tokenOf(author.id);
    const body = { noticeId: notice?.id ?? 'none', text: 'Tôi không đồng ý với quyết định này.' };
    return testApp.send('POST', '/api/users/appeals', { token, body });
  }

  async function conclude(token: string, isUpheld: boolean): Promise<LightMyRequestResponse | undefined> {
    const open = db().selectFrom('appeals').select('id').where('subject_id', '=', post.id).where('outcome', 'is', null);
    const appeal = await open.limit(1).executeTakeFirst();
    if (!appeal) return undefined;
    const { version } = await readSubject(testApp, subject);
    const body = { outcome: isUpheld ? 'uphold' : 'overturn', version };
    return testApp.send('POST', `/api/admin/appeals/${appeal.id}/decide`, { token, body });
  }

  async function run(each: Step): Promise<LightMyRequestResponse | undefined> {
    if (each.kind === 'letters') return void (await sendLetters(testApp));
    if (each.kind === 'end') return void (await endSuspensions(testApp.services.app));
    if (each.kind === 'object') return object();
    if (each.kind === 'report') {
      const body = { reportedItem: post.id, itemType: 'Post', reason: 'spam', description: 'Đăng lại nhiều lần' };
      return testApp.send('POST', '/api/reports/create', { token: await tokenOf(reporters[each.who]?.id ?? ''), body });
    }
    const token = await adminToken(each.who);
    const call = (method: 'POST' | 'DELETE', url: string, body: object = {}) =>
      testApp.send(method, url, { token, body });
    if (each.kind === 'decide') {
      const actions = [...each.actions, ...(each.penalty ? [each.penalty] : [])];
      const violation = { policy: 'harassment', actions, suspendDays: 1 };
      return tryDecision(testApp, subject, each.isViolation ? violation : {}, token);
    }
    if (each.kind === 'undo') {
      const made = db().selectFrom('decisions').select('id').where('subject_id', '=', post.id);
      const last = await made.where('undone_at', 'is', null).orderBy('id', 'desc').limit(1).executeTakeFirst();
      return call('POST', `/api/admin/decisions/${last?.id ?? 'none'}/undo`, { reason: 'Nhầm bài viết' });
    }
    if (each.kind === 'conclude') return conclude(token, each.isUpheld);
    if (each.kind === 'account') return call('POST', `/api/admin/users/${author.id}/${each.call}`);
    if (each.kind === 'all') {
      const { version } = await readSubject(testApp, subject);
      const change = { version, status: each.status, note: undefined };
      const actor = { id: adminIds[each.who] ?? '', username: 'Quản trị viên' };
      const closing = inTransaction(testApp.services.app, (ctx) => closeInBulk(ctx, subject, change, actor));
      return void (await closing.catch((error) => expect(error).toBeInstanceOf(DomainError)));
    }
    return each.isDeleted
      ? call('DELETE', `/api/admin/deletePost/${post.id}`)
      : call('POST', `/api/admin/posts/${post.id}/restore`);
  }

  return { authorId: author.id, postId: post.id, subject, run };
}

/** Finds the penalties of decisions that were not undone, and by hand, which nothing has ended. */
const standingPenalties = (userId: string) =>
  db()
    .selectFrom('penalties as p')
    .leftJoin('decisions as d', 'd.id', 'p.decision_id')
    .select('p.until')
    .where('p.user_id', '=', userId)
    .where('p.ended_version', 'is', null)
    .where('d.undone_at', 'is', null)
    .execute();

/** Finds the last event of these kinds. */
const lastEvent = (subjectId: string, kinds: readonly string[]) =>
  db()
    .selectFrom('moderation_events')
    .select(['kind', 'until'])
    .where('subject_id', '=', subjectId)
    .where('kind', 'in', kinds)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

test('replaySubjects: after any calls of two administrators, users and jobs, two at a time, while the clock jumps, the state equals the events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 12 }), async (moments) => {
      const start = testApp.clock.now();
      const { authorId, postId, subject, run } = await createStory();
      for (const { hours, both } of moments) {
        testApp.clock.advance(hours * HOUR_MS);
        testApp.admin.token = await tokenOf(testApp.admin.id);
        const responses = await Promise.all(both.map(run));
        for (const response of responses) if (response) expect(ANSWERS).toContain(response.statusCode);
        expect((await readSubject(testApp, subject)).strikes.points).toBeGreaterThanOrEqual(0);
      }
      const account = await readAccount(testApp, authorId);
      const penalties = await standingPenalties(authorId);
      const ends = penalties.map(({ until }) => until?.toISOString() ?? null);
      const longest = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
      expect([account.vohieuhoa, account.disabledUntil]).toEqual([ends.length > 0, longest]);
      const { deleted_at } = await db()
        .selectFrom('posts')
        .select('deleted_at')
        .where('id', '=', postId)
        .executeTakeFirstOrThrow();
      const ofContent = await lastEvent(postId, ['taken_down', 'restored', 'auto_hidden']);
      expect(deleted_at !== null).toBe(ofContent !== undefined && ofContent.kind !== 'restored');
      testApp.clock.set(start);
      testApp.admin.token = await tokenOf(testApp.admin.id);
    }),
    { numRuns: 30 },
  );
  await sendLetters(testApp);
  const twice = await db()
    .selectFrom('notices')
    .select(['decision_id', 'user_id', 'kind', 'report_id'])
    .where('decision_id', 'is not', null)
    // Reports of one user that closed themselves by the same decision have a letter each.
    .groupBy(['decision_id', 'user_id', 'kind', 'report_id'])
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  expect(twice).toEqual([]);
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
}, 240_000);
