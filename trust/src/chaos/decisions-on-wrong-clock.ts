import { setTimeout as sleep } from 'node:timers/promises';
import { decideSubject } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import { decideResponseSchema, subjectResponseSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { insertPost, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { seconds } from '../units.ts';
import { post } from './post.ts';
import type { World } from './world.ts';

/** Suspensions end within the minute, letters within the next step of their job. */
const DONE_MS = 65_000;
const POLL_MS = 200;

interface Settable {
  /** Hours from the true time. */
  set(hours: number): Promise<void>;
}

/**
 * Decides while the clock of the server is wrong: a suspension ends by the time of the database, and who has filed a report
 * while the clock was ahead gets the letter about it.
 * @param token of an administrator
 * @returns what went wrong
 */
export async function tryDecisions(world: World, token: string, clock: Settable): Promise<string[]> {
  const { db, pool } = world.database;
  const fell: string[] = [];
  const suspended = await insertUser(db);
  const author = await insertUser(db);
  const reporter = await insertUser(db);
  const { id: postId } = await insertPost(db, author.id);

  async function decide(itemType: string, itemId: string, decision: object): Promise<string> {
    const found = await post(world.url, `/api/admin/subjects/${itemType}/${itemId}`, {}, token);
    const { version } = subjectResponseSchema.parse(await found.json()).data;
    const response = await post(
      world.url,
      decideSubject.path,
      { subject: { itemType, itemId }, version, ...decision },
      token,
    );
    return decideResponseSchema.parse(await response.json()).data.decisionId;
  }
  const setEnd = async (fromNow: string) => {
    await pool.query('update accounts set disabled_until = now() + $2::interval where id = $1', [
      suspended.id,
      fromNow,
    ]);
    await pool.query('update penalties set until = now() + $2::interval where user_id = $1', [suspended.id, fromNow]);
  };
  const isSuspended = async () => {
    const row = await db
      .selectFrom('users')
      .select('is_disabled')
      .where('id', '=', suspended.id)
      .executeTakeFirstOrThrow();
    return row.is_disabled;
  };
  async function expectSoon(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now();
    while (!(await isDone())) {
      if (performance.now() - startedAt > DONE_MS) {
        fell.push(`${what}: not within ${seconds(DONE_MS)}`);
        return;
      }
      await sleep(POLL_MS);
    }
  }

  await decide('User', suspended.id, {
    outcome: 'violation',
    policy: 'spam',
    actions: ['suspend'],
    suspendDays: 1,
  });
  await setEnd('1 hour');
  await clock.set(2);
  const filed = await post(
    world.url,
    createReport.path,
    { reportedItem: postId, itemType: 'Post', reason: 'spam', description: 'Báo cáo khi đồng hồ chạy sớm' },
    await insertSession(db, reporter.id),
  );
  if (filed.status !== 201) fell.push(`two hours ahead: a report was answered ${filed.status}`);
  await sleep(DONE_MS);
  if (!(await isSuspended())) fell.push('two hours ahead: a suspension ended an hour early');
  await clock.set(-2);
  const decisionId = await decide('Post', postId, { outcome: 'no_violation', actions: [] });
  await setEnd('-1 second');
  await expectSoon('two hours behind: the end of a suspension', async () => !(await isSuspended()));
  await clock.set(0);
  await expectSoon('right again: the letter to who filed a report two hours ahead', async () => {
    const notices = db.selectFrom('notices').select('id').where('decision_id', '=', decisionId);
    return (await notices.where('user_id', '=', reporter.id).execute()).length === 1;
  });
  return fell;
}
