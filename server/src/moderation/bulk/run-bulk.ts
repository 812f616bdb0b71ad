import { bulkChanged } from '@hai-dang/contract/moderation/bulk.events.ts';
import type { BULK_STOP_REASONS } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { z } from 'zod';
import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { isDatabaseUnavailable } from '../../lib/db/postgres-errors.ts';
import { afterCommit, attempt, isGivenUp } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { findEnabledPolicy } from '../policies/policies.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { actOnItem, type BulkActor, undoBulkItem } from './act-on-item.ts';
import { toAction, toBulk } from './bulk.mapper.ts';
import { type BulkItemOutcome, type BulkItemRow, type BulkRow, bulkStore } from './bulk.store.ts';

/** Few enough that who waits for one of them, or for the rule that they name, does not notice. */
const ITEMS_PER_STEP = 20;
/** The panels of administrators show the progress. */
const PUBLISH_PAUSE_MS = 1_000;

const RUN_BULK = {
  name: 'moderation.bulk',
  schema: z.object({ bulkId: z.string(), isUndo: z.boolean(), publishedAt: z.int() }),
  keyOf: ({ bulkId, isUndo }: { bulkId: string; isUndo: boolean }) => (isUndo ? `${bulkId}:undo` : bulkId),
};
type RunBulk = z.infer<typeof RUN_BULK.schema>;

/**
 * States the job of an action on many subjects, and of its undo: some subjects in each step, whose outcome is stored in the
 * transaction that acts on them. A step locks the action, so that a stop takes effect between two of them.
 */
export const registerBulkJob = (app: App): void =>
  app.jobs.register(RUN_BULK, (tx, step) => runNext({ ...app, tx }, step));

/** Enqueues an action, or its undo, with the transaction that starts it. */
export const enqueueBulk = ({ tx, clock, jobs }: AppTx, bulkId: string, { isUndo }: { isUndo: boolean }) =>
  jobs.enqueue(tx, RUN_BULK, { bulkId, isUndo, publishedAt: clock.now().getTime() });

/** Enqueues every action that has no job: it was brought back by a backup, which has no jobs. */
export async function resumeBulks(app: App): Promise<void> {
  for (const { id, isUndo } of await bulkStore.findRunning(app.db)) {
    await inTransaction(app, (ctx) => enqueueBulk(ctx, id, { isUndo }));
  }
}

/** Publishes an action as it is now, once the transaction is committed. */
export async function publishBulk({ tx, clock, publisher }: AppTx, id: string): Promise<void> {
  const row = await bulkStore.find(tx, id);
  if (row) afterCommit(tx, () => publisher.toAdmins(bulkChanged, toBulk(row, clock.now())));
}

/** A step of the job. @returns the next one; null where it has ended, or was stopped */
async function runNext(ctx: AppTx, { bulkId, isUndo, publishedAt }: RunBulk): Promise<RunBulk | null> {
  const bulk = await bulkStore.lock(ctx.tx, bulkId);
  const isRunning = isUndo ? bulk?.undo_state === 'running' : bulk?.state === 'running';
  if (!bulk || !isRunning) return null;
  const hasMore = await (isUndo ? takeBackNext(ctx, bulk) : actOnNext(ctx, bulk));
  const now = ctx.clock.now().getTime();
  const isPublished = !hasMore || now - publishedAt >= PUBLISH_PAUSE_MS;
  if (isPublished) await publishBulk(ctx, bulkId);
  return hasMore ? { bulkId, isUndo, publishedAt: isPublished ? now : publishedAt } : null;
}

/** Acts on the next subjects. @returns whether there may be more */
async function actOnNext(ctx: AppTx, bulk: BulkRow): Promise<boolean> {
  const { tx, clock } = ctx;
  const { id, policy_key } = bulk;
  const actor = bulk.started_by && (await subjectsStore.findAdministrator(tx, bulk.started_by));
  const isAllowed = policy_key === null || (await findEnabledPolicy(tx, policy_key)) !== undefined;
  if (!actor || !isAllowed) {
    await stopWith(ctx, id, actor ? 'policy_disabled' : 'starter_gone');
    return false;
  }
  const isFirst = bulk.done + bulk.skipped + bulk.failed === 0;
  // The account before its content: it publishes nothing from then on.
  const limit = isFirst && toAction(bulk).kind === 'clean_up' ? 1 : ITEMS_PER_STEP;
  const items = await bulkStore.findItems(tx, id, { state: 'waiting', order: 'asc', limit });
  const outcomes = await tryAll(items, (item) =>
    tryItem(ctx, item, () => actOnItem(ctx, bulk, item, actor), {
      done: 'done',
      skipped: 'skipped',
      failed: 'failed',
    }),
  );
  await bulkStore.setOutcomes(tx, id, outcomes);
  const hasMore = items.length === limit;
  await bulkStore.update(tx, id, {
    done: bulk.done + count(outcomes, 'done'),
    skipped: bulk.skipped + count(outcomes, 'skipped'),
    failed: bulk.failed + count(outcomes, 'failed'),
    ...(hasMore ? {} : { state: 'done', ended_at: clock.now() }),
  });
  return hasMore;
}

const stopWith = ({ tx, clock }: AppTx, id: string, reason: (typeof BULK_STOP_REASONS)[number]): Promise<void> =>
  bulkStore.update(tx, id, { state: 'stopped', stop_reason: reason, ended_at: clock.now() });

/** Takes back what was done to the last subjects. @returns whether there may be more */
async function takeBackNext(ctx: AppTx, bulk: BulkRow): Promise<boolean> {
  const { tx } = ctx;
  const { id } = bulk;
  const actor: BulkActor | null | undefined =
    (bulk.undone_by && (await subjectsStore.findAdministrator(tx, bulk.undone_by))) || null;
  if (!actor) {
    // Another administrator may go on.
    await bulkStore.update(tx, id, { undo_state: null, undone_by: null, undone_by_name: null });
    return false;
  }
  const items = await bulkStore.findItems(tx, id, { state: 'done', order: 'desc', limit: ITEMS_PER_STEP });
  const takeBack = (item: BulkItemRow) => undoBulkItem(ctx, bulk, item, actor).then(() => null);
  const outcomes = await tryAll(items, (item) =>
    tryItem(ctx, item, () => takeBack(item), { done: 'undone', skipped: 'kept', failed: 'kept' }),
  );
  await bulkStore.setOutcomes(tx, id, outcomes);
  const hasMore = items.length === ITEMS_PER_STEP;
  await bulkStore.update(tx, id, {
    undone: bulk.undone + count(outcomes, 'undone'),
    kept: bulk.kept + count(outcomes, 'kept'),
    ...(hasMore ? {} : { undo_state: 'done' }),
  });
  return hasMore;
}

/** One after the other, in the order in which subjects are locked. */
async function tryAll(
  items: readonly BulkItemRow[],
  work: (item: BulkItemRow) => Promise<BulkItemOutcome>,
): Promise<BulkItemOutcome[]> {
  const outcomes: BulkItemOutcome[] = [];
  for (const item of items.toSorted(bySubject)) outcomes.push(await work(item));
  return outcomes;
}

/** Runs what is done to one subject. @returns what became of it; an error that concerns more than it is thrown */
async function tryItem(
  { tx, jobs }: AppTx,
  { position, result_id }: BulkItemRow,
  work: () => Promise<string | null>,
  states: { done: 'done' | 'undone'; skipped: 'skipped' | 'kept'; failed: 'failed' | 'kept' },
): Promise<BulkItemOutcome> {
  try {
    const resultId = await attempt(tx, work);
    return { position, state: states.done, reason: null, resultId: resultId ?? result_id };
  } catch (error) {
    if (isDatabaseUnavailable(error) || isGivenUp(error)) throw error;
    if (error instanceof DomainError) {
      return { position, state: states.skipped, reason: error.code, resultId: result_id };
    }
    jobs.logFailure(error);
    return { position, state: states.failed, reason: 'INTERNAL_ERROR', resultId: result_id };
  }
}

const keyOf = ({ subject_type, subject_id }: BulkItemRow): string => `${subject_type} ${subject_id}`;
const bySubject = (a: BulkItemRow, b: BulkItemRow): number => (keyOf(a) < keyOf(b) ? -1 : 1);

const count = (outcomes: readonly BulkItemOutcome[], state: BulkItemOutcome['state']): number =>
  outcomes.filter((outcome) => outcome.state === state).length;
