import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESTORABLE_MS } from '../../posts/content-kinds.ts';
import { createAppealSteps } from '../../testing/appeals.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight, expectSubjectsReplayed } from '../../testing/counters.ts';
import { insertReportedPost, readAccount, tryDecision } from '../../testing/decisions.ts';
import { insertAdmin, insertSession } from '../../testing/factories.ts';
import { endSuspensions } from '../actions/end-suspensions.ts';
import { purgeExpiredContent } from '../actions/purge-expired-content.ts';

/** The delay of a decision's letter, which can be appealed against for thirty days. */
const LETTER_MS = 15_000;
let testApp: TestApp;
let steps: ReturnType<typeof createAppealSteps>;
let adminIds: readonly string[];
beforeAll(async () => {
  testApp = await buildTestApp();
  steps = createAppealSteps(testApp);
  adminIds = [testApp.admin.id, (await insertAdmin(db())).id];
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const who = fc.nat(1);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who,
      takesDown: fc.boolean(),
      days: fc.constantFrom(1, 3, 30, null, 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'overturn' as const), who, which: fc.nat(9) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('disable' as const, 'enable' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'delete' as const, 'restore' as const), who }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undoByHand' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 2, 5, 31) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A penalty as it was meant. */
interface Meant {
  decisionId: string | null;
  until: number | null;
  isEnded: boolean;
}
/** The last change by hand to the account, while nothing was done to it since: which penalties it added and ended. */
interface ByHand {
  who: number;
  added: Meant[];
  ended: Meant[];
}

/** A story with a post of an author, and what it must come to, told apart from how the server reckons it. */
async function createStory() {
  const { author, subject } = await insertReportedPost(testApp, []);
  const penalties: Meant[] = [];
  const decisions: Array<{ id: string; at: number; hasPenalty: boolean; isUndone: boolean }> = [];
  let takedowns: Array<string | null> = [];
  /** Until when the post that is down can be given back; it is gone after that. */
  let keptUntil = 0;
  let isGone = false;
  let byHand: ByHand | undefined;
  const now = () => testApp.clock.now().getTime();
  const tokenOf = (index: number) => insertSession(db(), adminIds[index] ?? '', testApp.clock.now());
  const isStanding = ({ isEnded, until }: Meant) => !isEnded && (until === null || until > now());
  const standing = () => penalties.filter(isStanding);
  const expected = () => {
    const ends = standing().map(({ until }) => until);
    const longest = ends.includes(null) || ends.length === 0 ? null : Math.max(...ends.map(Number));
    return {
      account: [ends.length > 0, longest === null ? null : new Date(longest).toISOString()],
      post: isGone ? 'gone' : takedowns.length > 0 ? 'down' : 'visible',
    };
  };

  /** Ends what a decision did; the rest stands. */
  function undone(id: string, hadPenalty: boolean): void {
    for (const penalty of penalties) if (penalty.decisionId === id) penalty.isEnded = true;
    takedowns = takedowns.filter((decisionId) => decisionId !== id);
    if (takedowns.length === 0) keptUntil = 0;
    if (hadPenalty) byHand = undefined;
  }

  async function decide({ who: index, days, ...chosen }: Extract<Step, { kind: 'decide' }>): Promise<void> {
    const takesDown = chosen.takesDown && !isGone;
    const penalty = days === 0 ? [] : [days === null ? ('disable' as const) : ('suspend' as const)];
    const actions = [...(takesDown ? (['takedown'] as const) : []), ...penalty];
    const body = { policy: 'spam', actions, ...(days ? { suspendDays: days } : {}) };
    const response = await tryDecision(testApp, subject, body, await tokenOf(index));
    expect(response.statusCode).toBe(201);
    const id = response.json().data.decisionId;
    decisions.push({ id, at: now(), hasPenalty: days !== 0, isUndone: false });
    if (takesDown) takedowns.push(id);
    if (takedowns.length > 0) keptUntil = now() + LETTER_MS + 30 * DAY_MS;
    if (days === 0) return;
    penalties.push({ decisionId: id, until: days === null ? null : now() + days * DAY_MS, isEnded: false });
    byHand = undefined;
  }

  async function takeBack({ kind, who: index, which }: Extract<Step, { which: number }>): Promise<void> {
    // A decision gives back what it took down only as long as it can be appealed against.
    const left = decisions.filter(({ isUndone, at }) => !isUndone && at > now() - 30 * DAY_MS);
    const chosen = left[which % Math.max(1, left.length)];
    if (!chosen) return;
    const token = await tokenOf(index);
    if (kind === 'undo') {
      const url = `/api/admin/decisions/${chosen.id}/undo`;
      expect((await testApp.send('POST', url, { token, body: { reason: 'Nhầm' } })).statusCode).toBe(200);
    } else {
      const appeal = await steps.objectAnyhow(author.id, await steps.notify(author.id, chosen.id));
      expect((await steps.conclude(appeal, 'overturn', {}, token)).statusCode).toBe(200);
    }
    chosen.isUndone = true;
    undone(chosen.id, chosen.hasPenalty);
  }

  async function setByHand(kind: 'disable' | 'enable', index: number): Promise<void> {
    const isDisabled = standing().length > 0;
    const isForGood = standing().some(({ until }) => until === null);
    const url = `/api/admin/users/${author.id}/${kind}`;
    expect((await testApp.send('POST', url, { token: await tokenOf(index) })).statusCode).toBe(200);
    if (kind === 'disable' ? isForGood : !isDisabled) return;
    const ended = kind === 'enable' ? standing() : [];
    const added: Meant[] = kind === 'disable' ? [{ decisionId: null, until: null, isEnded: false }] : [];
    for (const penalty of penalties) if (kind === 'enable') penalty.isEnded = true;
    penalties.push(...added);
    byHand = { who: index, added, ended };
  }

  async function undoByHand(): Promise<void> {
    if (!byHand) return;
    const { who: index, added, ended } = byHand;
    const { id } = await db()
      .selectFrom('moderation_events')
      .select('id')
      .where('subject_id', '=', author.id)
      .where('kind', 'in', ['suspended', 'disabled', 'enabled'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const url = `/api/admin/recent-actions/${id}/undo`;
    expect((await testApp.send('POST', url, { token: await tokenOf(index) })).statusCode).toBe(200);
    const resumed = ended.filter(({ until }) => until === null || until > now());
    for (const penalty of added) penalty.isEnded = true;
    for (const penalty of resumed) penalty.isEnded = false;
    // To take that back is no part of this story.
    byHand = undefined;
  }

  async function setContent(kind: 'delete' | 'restore', index: number): Promise<void> {
    const token = await tokenOf(index);
    const isDown = takedowns.length > 0;
    const response =
      kind === 'delete'
        ? await testApp.send('DELETE', `/api/admin/deletePost/${subject.itemId}`, { token })
        : await testApp.send('POST', `/api/admin/posts/${subject.itemId}/restore`, { token });
    if (response.statusCode !== 200) return;
    if (kind === 'restore') [takedowns, keptUntil] = [[], 0];
    else if (!isDown) [takedowns, keptUntil] = [[null], now() + RESTORABLE_MS];
  }

  async function run(each: Step): Promise<void> {
    switch (each.kind) {
      case 'decide':
        return decide(each);
      case 'undo':
      case 'overturn':
        return takeBack(each);
      case 'disable':
      case 'enable':
        return setByHand(each.kind, each.who);
      case 'undoByHand':
        return undoByHand();
      case 'wait': {
        const before = standing().length;
        testApp.clock.advance(each.days * DAY_MS);
        await endSuspensions(testApp.services.app);
        await purgeExpiredContent(testApp.services.app);
        isGone ||= takedowns.length > 0 && keptUntil <= now();
        for (const penalty of penalties) if (!isStanding(penalty)) penalty.isEnded = true;
        // The end of the last one is an event of the account; later than a day nothing is undone in passing.
        if (before > 0 || each.days > 0) byHand = undefined;
        return;
      }
      default:
        return setContent(each.kind, each.who);
    }
  }

  const actual = async () => {
    const { vohieuhoa, disabledUntil } = await readAccount(testApp, author.id);
    const posts = db().selectFrom('posts').select('deleted_at').where('id', '=', subject.itemId);
    const found = await posts.executeTakeFirst();
    const post = !found ? 'gone' : found.deleted_at ? 'down' : 'visible';
    return { account: [vohieuhoa, disabledUntil ?? null], post };
  };
  return { run, expected, actual };
}

test('decideSubject, undoDecision: after any decisions, undos, appeals, changes by hand and ends the effects are those of the decisions in force', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (story) => {
      const start = testApp.clock.now();
      const { run, expected, actual } = await createStory();
      for (const each of story) {
        testApp.admin.token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
        await run(each);
        testApp.admin.token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
        expect(await actual()).toEqual(expected());
      }
      testApp.clock.set(start);
      testApp.admin.token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
    }),
    { numRuns: 80 },
  );
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
}, 240_000);
