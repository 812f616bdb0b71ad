import { z } from 'zod';
import { findDoer } from '../audit/find-doer.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import { forgetSecondFactor } from '../auth/second-factor.ts';
import { deleteImagesOf } from '../chat/images/delete-images.ts';
import { purgeConversationOf } from '../chat/messages/purge-conversation.ts';
import { type App, type AppTx, type Ctx, inTransaction, type TxCtx } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { lockUserSubject } from '../moderation/actions/penalties.ts';
import { closeAppealsOfAccount } from '../moderation/appeals/close-appeals-of-account.ts';
import { closeReportsOfAccount, closeReportsOfComments } from '../moderation/closing/close-reports-of-account.ts';
import { purgeLettersOf } from '../moderation/letters/purge-letters.ts';
import { administrator, appendEvent } from '../moderation/subjects/append-event.ts';
import { purgeNotificationsOf } from '../notifications/delete-notifications.ts';
import { purgeContentOf } from '../posts/purge-content.ts';
import { auditDenial } from '../users/audit-denial.ts';
import { type LockedAccount, lockAccount, publishIfAdmin } from '../users/lock-account.ts';
import { RELATIONS, usersDeletionStore } from '../users/users.deletion.store.ts';
import { denyReasonForDelete } from '../users/users.policy.ts';

/**
 * Rows purged in one step: few enough that a wait for one of the accounts it counts for is not noticed. The trigger
 * that counts users compares each changed row with each, so that a step of twice as many takes more than twice as long.
 */
const PURGED_PER_STEP = 50;

const PURGE_ACCOUNT = {
  name: 'users.purge',
  schema: z.object({
    accountId: z.string(),
    actor: z.object({ id: z.string(), username: z.string() }),
    context: z.object({ requestId: z.string(), address: z.string() }),
    /** The phase of a purge, by its index in the list. */
    phase: z.int().nonnegative(),
  }),
  keyOf: ({ accountId }: { accountId: string }) => accountId,
};
type Purge = z.infer<typeof PURGE_ACCOUNT.schema>;

/** Purges some of an account's dependent rows. @returns whether there were any */
type Phase = (ctx: AppTx, purge: Purge) => Promise<boolean>;

const PHASES: readonly Phase[] = [
  async (ctx, { accountId, ...by }) => (await closeReportsOfAccount(ctx, accountId, by)) > 0,
  (ctx, { accountId }) => closeAppealsOfAccount(ctx, accountId),
  ...RELATIONS.map(
    (relation): Phase =>
      ({ tx }, { accountId }) =>
        usersDeletionStore.purgeSomeRelations(tx, relation, accountId, PURGED_PER_STEP),
  ),
  (ctx, { accountId, ...by }) =>
    purgeContentOf(ctx, accountId, (comments) => closeReportsOfComments(ctx, comments, by)),
  (ctx, { accountId }) => purgeNotificationsOf(ctx, accountId, PURGED_PER_STEP),
  ({ tx }, { accountId }) => purgeLettersOf(tx, accountId, PURGED_PER_STEP),
  ({ tx }, { accountId }) => purgeConversationOf(tx, accountId, PURGED_PER_STEP),
];

/**
 * Deletes an account for good, from every feature. It is invisible when this returns; its content (posts, comments, likes,
 * follows, notifications, conversation, images) follows in a job (docs/decisions/024).
 * @throws {DomainError} USER_NOT_FOUND, PROTECTED_ACCOUNT, OWN_ACCOUNT, LAST_ADMIN, SESSION_EXPIRED
 */
export const deleteUser = (call: Ctx, id: string): Promise<void> =>
  auditDenial(call, 'user.delete', () =>
    inTransaction(call, async (ctx) => {
      const subject = await lockUserSubject(ctx, id);
      const account = await lockAccount(ctx, id, denyReasonForDelete);
      await appendEvent(subject, { kind: 'deleted', actor: administrator(ctx.caller) });
      await closeAccount(ctx, account);
      publishIfAdmin(ctx, account);
    }),
  );

/** Closes a locked account: it is invisible and its sessions end. The rest is purged after the transaction. */
async function closeAccount(ctx: TxCtx, account: LockedAccount): Promise<void> {
  const { tx, clock, caller, request, jobs, onlineUsers } = ctx;
  const { id, username, role } = account;
  const by = {
    actor: { id: caller.id, username: caller.username },
    context: { requestId: request.requestId, address: request.address },
  };
  const sessionsEnded = await revokeSessions(ctx, id);
  await forgetSecondFactor(tx, id);
  await deleteImagesOf(ctx, id);
  await usersDeletionStore.close(tx, id, clock.now());
  // Applied before the purge, which leaves no trace of the change: the user may be counted as online.
  afterCommit(tx, () => void onlineUsers.applyChanges());
  await closeReportsOfAccount(ctx, id, by, true);
  await jobs.enqueue(tx, PURGE_ACCOUNT, { accountId: id, ...by, phase: 0 });
  await recordAudit(ctx, {
    action: 'user.delete',
    target: { type: 'user', id, name: username },
    before: {
      _id: id,
      username,
      role,
      followersCount: account.followers_count,
      followingCount: account.following_count,
      postsCount: account.posts_count,
      travelPostsCount: account.travel_posts_count,
    },
    after: { sessionsEnded },
  });
}

/** States the job that purges closed accounts. */
export const registerAccountDeletion = (app: App): void =>
  app.jobs.register(PURGE_ACCOUNT, (tx, purge) => purgeNext({ ...app, tx }, purge));

/** A step of the job. @returns the next one; null where the account is gone */
async function purgeNext(ctx: AppTx, purge: Purge): Promise<Purge | null> {
  for (const [phase, purgeSome] of PHASES.entries()) {
    if (phase >= purge.phase && (await purgeSome(ctx, purge))) return { ...purge, phase };
  }
  // Rows that were being written or were locked are found by a second pass.
  if (purge.phase > 0) return { ...purge, phase: 0 };
  await usersDeletionStore.remove(ctx.tx, purge.accountId);
  return null;
}

/**
 * Enqueues the purge of every closed account that has no job: it was brought back by a backup, which has no jobs.
 * Doing it again changes nothing.
 */
export async function resumePurges({ db, transact, jobs }: App): Promise<void> {
  for (const accountId of await usersDeletionStore.findClosed(db)) {
    const by = await findDoer(db, 'user.delete', accountId);
    if (by) await transact((tx) => jobs.enqueue(tx, PURGE_ACCOUNT, { accountId, ...by, phase: 0 }));
  }
}
