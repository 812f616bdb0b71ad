import { z } from 'zod';
import { findDoer } from '../audit/find-doer.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import { forgetSecondFactor } from '../auth/second-factors.service.ts';
import type { ChatImages } from '../chat/images/chat-images.service.ts';
import type { ChatService } from '../chat/messages/messages.service.ts';
import type { PresenceService } from '../chat/presence/presence.service.ts';
import { type App, type Ctx, inTransaction, type TxCtx } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { closeAppealsOfAccount } from '../moderation/appeals/close-appeals-of-account.ts';
import { closeReportsOfAccount, closeReportsOfComments } from '../moderation/closing/close-reports-of-account.ts';
import { purgeLettersOf } from '../moderation/letters/purge-letters.ts';
import { administrator, appendEvent } from '../moderation/subjects/append-event.ts';
import { purgeNotificationsOf } from '../notifications/delete-notifications.ts';
import { purgeContentOf } from '../posts/purge-content.ts';
import { auditDenial } from './audit-denial.ts';
import { lockAccount, publishIfAdmin } from './lock-account.ts';
import { lockUserSubject } from './penalties.ts';
import { RELATIONS, usersDeletionStore } from './users.deletion.store.ts';
import { denyReasonForDelete } from './users.policy.ts';
import type { UserDetailRow } from './users.store.ts';

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
type Phase = (tx: Tx, purge: Purge) => Promise<boolean>;

export interface AccountDeletionNeeds {
  app: App;
  chat: Pick<ChatService, 'purgeSomeOf'>;
  chatImages: Pick<ChatImages, 'deleteAllOfUser'>;
  presence: Pick<PresenceService, 'applyChanges'>;
}

/** Closes accounts at once, and purges their dependent rows in a job (docs/decisions/034). */
export function createAccountDeletion(needs: AccountDeletionNeeds) {
  const { app, chat, chatImages, presence } = needs;
  const { db, transact, jobs } = app;

  const PHASES: readonly Phase[] = [
    async (tx, { accountId, ...by }) => (await closeReportsOfAccount({ ...app, tx }, accountId, by)) > 0,
    (tx, { accountId }) => closeAppealsOfAccount({ ...app, tx }, accountId),
    ...RELATIONS.map(
      (relation): Phase =>
        (tx, { accountId }) =>
          usersDeletionStore.purgeSomeRelations(tx, relation, accountId, PURGED_PER_STEP),
    ),
    (tx, { accountId, ...by }) =>
      purgeContentOf({ ...app, tx }, accountId, (comments) => closeReportsOfComments({ ...app, tx }, comments, by)),
    (tx, { accountId }) => purgeNotificationsOf({ ...app, tx }, accountId, PURGED_PER_STEP),
    (tx, { accountId }) => purgeLettersOf(tx, accountId, PURGED_PER_STEP),
    (tx, { accountId }) => chat.purgeSomeOf(tx, accountId, PURGED_PER_STEP),
  ];

  jobs.register(PURGE_ACCOUNT, async (tx, purge) => {
    for (const [phase, purgeSome] of PHASES.entries()) {
      if (phase >= purge.phase && (await purgeSome(tx, purge))) return { ...purge, phase };
    }
    // Rows that were being written or were locked are found by a second pass.
    if (purge.phase > 0) return { ...purge, phase: 0 };
    await usersDeletionStore.remove(tx, purge.accountId);
    return null;
  });

  /** Closes a locked account: it is invisible and its sessions end. The rest is purged after the transaction. */
  async function closeAccount(ctx: TxCtx, account: UserDetailRow): Promise<void> {
    const { tx, clock, caller, request } = ctx;
    const { id, username, role } = account;
    const by = {
      actor: { id: caller.id, username: caller.username },
      context: { requestId: request.requestId, address: request.address },
    };
    const sessionsEnded = await revokeSessions(ctx, id);
    await forgetSecondFactor(tx, id);
    await chatImages.deleteAllOfUser(tx, id);
    await usersDeletionStore.close(tx, id, clock.now());
    // Before the purge leaves no trace of the change: the user may be counted as online.
    afterCommit(tx, () => void presence.applyChanges());
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

  return {
    /**
     * Deletes an account for good. It is invisible when this returns; its content (posts, comments,
     * likes, follows, notifications, conversation, images) follows in a job.
     * @throws {DomainError} USER_NOT_FOUND, PROTECTED_ACCOUNT, OWN_ACCOUNT, LAST_ADMIN, SESSION_EXPIRED
     */
    deleteUser: (call: Ctx, id: string): Promise<void> =>
      auditDenial(call, 'user.delete', () =>
        inTransaction(call, async (ctx) => {
          const subject = await lockUserSubject(ctx, id);
          const account = await lockAccount(ctx, id, denyReasonForDelete);
          await appendEvent(subject, { kind: 'deleted', actor: administrator(ctx.caller) });
          await closeAccount(ctx, account);
          publishIfAdmin(ctx, account);
        }),
      ),

    /**
     * Enqueues the purge of every closed account that has no job: it was brought back by a backup, which has no jobs.
     * Doing it again changes nothing.
     */
    async resumePurges(): Promise<void> {
      for (const accountId of await usersDeletionStore.findClosed(db)) {
        const by = await findDoer(db, 'user.delete', accountId);
        if (by) await transact((tx) => jobs.enqueue(tx, PURGE_ACCOUNT, { accountId, ...by, phase: 0 }));
      }
    },
  };
}
