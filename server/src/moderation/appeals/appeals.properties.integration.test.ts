import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { insertComment, insertPost, insertUser } from '../../testing/factories.ts';
import { purgeExpiredContent } from '../actions/purge-expired-content.ts';

let testApp: TestApp;
let steps: ReturnType<typeof createAppealSteps>;
beforeAll(async () => {
  testApp = await buildTestApp();
  steps = createAppealSteps(testApp);
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;

test('purgeExpiredContent: content of a decision under appeal is never purged, in any order of events', async () => {
  const day = fc.integer({ min: 0, max: 29 });
  const outcome = fc.constantFrom('uphold' as const, 'overturn' as const, null);
  await fc.assert(
    fc.asyncProperty(day, outcome, fc.integer({ min: 0, max: 400 }), async (objectedAfter, concluded, decidedAfter) => {
      const { author, subject, noticeId } = await steps.takenDownPost();
      const exists = async () =>
        (await db().selectFrom('posts').select('id').where('id', '=', subject.itemId).executeTakeFirst()) !== undefined;
      await testApp.later(objectedAfter * DAY_MS, async () => {
        const { _id } = (await steps.object(author.id, noticeId)).json().data;
        await testApp.later(decidedAfter * DAY_MS, async () => {
          await purgeExpiredContent(testApp.services.app);
          expect(await exists()).toBe(true);
          if (concluded === null) return;
          await steps.conclude(_id, concluded);
          await purgeExpiredContent(testApp.services.app);
          const isKept = concluded === 'overturn' || objectedAfter + decidedAfter <= 30;
          expect(await exists()).toBe(isKept);
        });
      });
    }),
    { numRuns: 20 },
  );
}, 60_000);

test('purgeExpiredContent: a comment under appeal outlives the deletion of its post', async () => {
  const [host, author] = [await insertUser(db()), await insertUser(db())];
  const { id: postId } = await insertPost(db(), host.id);
  const { id: itemId } = await insertComment(db(), author.id, { postId });
  const decisionId = await makeDecision(
    testApp,
    { itemType: 'Comment', itemId },
    { policy: 'spam', actions: ['takedown'] },
  );
  const { _id } = (await steps.object(author.id, await steps.notify(author.id, decisionId))).json().data;
  await testApp.send('DELETE', `/api/admin/deletePost/${postId}`);
  await testApp.later(100 * DAY_MS, async () => {
    await purgeExpiredContent(testApp.services.app);
    expect((await steps.conclude(_id, 'overturn')).json().data.subject.takenDownAt).toBeNull();
    await purgeExpiredContent(testApp.services.app);
    expect(await db().selectFrom('posts').select('id').where('id', '=', postId).execute()).toEqual([]);
  });
});

test('decideAppeal: after any decisions, appeals, undos and overturns account, content and reports are as before', async () => {
  const penalty = fc.constantFrom('suspend' as const, 'disable' as const, null);
  const plan = fc.tuple(fc.subarray(['takedown', 'warn'] as const), penalty, fc.boolean(), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 3 }), async (plans) => {
      const { author, subject, reports } = await insertReportedPost(testApp);
      const state = async () => {
        // How often somebody was right to object stays.
        const { events: _, version: __, ownerRecord: ___, ...rest } = await readSubject(testApp, subject);
        const statuses = await readStatuses(testApp, reports);
        return { rest, account: await readAccount(testApp, author.id), statuses };
      };
      const before = await state();
      const made: Array<{ decisionId: string; noticeId: string; objects: boolean; isUndone: boolean }> = [];
      for (const [actions, punishment, objects, isUndone] of plans) {
        const decisionId = await makeDecision(testApp, subject, {
          policy: 'violence',
          actions: [...actions, ...(punishment ? [punishment] : [])],
          suspendDays: 5,
        });
        made.push({ decisionId, noticeId: await steps.notify(author.id, decisionId), objects, isUndone });
      }
      for (const { decisionId, noticeId, objects, isUndone } of made) {
        const id = objects ? await steps.objectAnyhow(author.id, noticeId) : undefined;
        if (isUndone || !id) await undoDecision(testApp, decisionId);
        else expect((await steps.conclude(id, 'overturn')).statusCode).toBe(200);
      }
      expect(await state()).toEqual(before);
    }),
    { numRuns: 20 },
  );
  await expectSubjectsReplayed(db());
  await expectCountersRight(db());
}, 60_000);
