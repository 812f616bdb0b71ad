import { z } from 'zod';
import type { App, AppTx, TxCtx } from '../../lib/context.ts';
import { isDatabaseUnavailable } from '../../lib/db/postgres-errors.ts';
import { attempt, isGivenUp } from '../../lib/db/transact.ts';
import { lockDecision, takeBackDecision } from '../decisions/take-back-decision.ts';
import { policiesStore } from '../policies/policies.store.ts';
import { queueAnswers } from './answer-appeals.ts';
import { appealedBulkStore } from './appealed-bulk.store.ts';

const DECISIONS_PER_STEP = 20;

const OVERTURN_REST = {
  name: 'moderation.overturn_rest',
  schema: z.object({
    bulkId: z.string(),
    ownerId: z.string(),
    adminId: z.string(),
    adminName: z.string(),
    note: z.string().optional(),
    /** The last decision that was looked at. */
    afterId: z.string(),
  }),
  keyOf: ({ bulkId, ownerId }: { bulkId: string; ownerId: string }) => `${bulkId}:${ownerId}`,
};
type OverturnRest = z.infer<typeof OVERTURN_REST.schema>;

/** States the job that takes back the other decisions that the letter of a granted appeal is about, some in each step. */
export const registerOverturningRest = (app: App): void =>
  app.jobs.register(OVERTURN_REST, (tx, step) => overturnNext({ ...app, tx }, step));

/** Enqueues that for a granted appeal; nothing where its letter is about one decision. */
export async function overturnRest(
  { tx, caller, jobs }: TxCtx,
  appealId: string,
  note: string | undefined,
): Promise<void> {
  const bulk = await appealedBulkStore.find(tx, appealId);
  if (!bulk) return;
  const by = { adminId: caller.id, adminName: caller.username, ...(note === undefined ? {} : { note }) };
  await jobs.enqueue(tx, OVERTURN_REST, { ...bulk, ...by, afterId: '' });
}

/** A step of the job. @returns the next one; null at the end */
async function overturnNext(ctx: AppTx, step: OverturnRest): Promise<OverturnRest | null> {
  const { tx, jobs } = ctx;
  const { adminId, adminName, bulkId, afterId, note } = step;
  const call: TxCtx = {
    ...ctx,
    caller: { id: adminId, username: adminName, email: '', sessionId: '' },
    request: { requestId: `bulk-${bulkId}`, address: '', userAgent: '' },
  };
  const ids = await appealedBulkStore.findStanding(tx, step, afterId, DECISIONS_PER_STEP);
  for (const id of ids) {
    try {
      await attempt(tx, () => overturn(call, id, note));
    } catch (error) {
      if (isDatabaseUnavailable(error) || isGivenUp(error)) throw error;
      // One that cannot be taken back does not keep the others.
      jobs.logFailure(error);
    }
  }
  return ids.length === DECISIONS_PER_STEP ? { ...step, afterId: ids.at(-1) ?? '' } : null;
}

async function overturn(ctx: TxCtx, id: string, note: string | undefined): Promise<void> {
  const decision = await lockDecision(ctx, id);
  if (decision.undone_at) return;
  const { subject, ended } = await takeBackDecision(ctx, decision, { kind: 'appeal_overturned', note });
  const answer = { kind: 'appeal_overturned', letter: undefined } as const;
  await queueAnswers(ctx, subject, { id: null, decision_id: id }, ended, answer);
  if (decision.policy_key !== null) await policiesStore.countOverturned(ctx.tx, decision.policy_key);
}
