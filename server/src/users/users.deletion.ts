import { z } from 'zod';
import { findDoer } from '../audit/find-doer.ts';
import { insertAuditEntry } from '../audit/record-audit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { SecondFactors } from '../auth/second-factors.service.ts';
import type { ChatImages } from '../chat/images/chat-images.service.ts';
import type { ChatService } from '../chat/messages/messages.service.ts';
import type { PresenceService } from '../chat/presence/presence.service.ts';
import type { App } from '../lib/context.ts';
import type { Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { closeAppealsOfAccount } from '../moderation/appeals/close-appeals-of-account.ts';
import { closeReportsOfAccount, closeReportsOfComments } from '../moderation/closing/close-reports-of-account.ts';
import { purgeLettersOf } from '../moderation/letters/purge-letters.ts';
import { purgeNotificationsOf } from '../notifications/delete-notifications.ts';
import { purgeContentOf } from '../posts/purge-content.ts';
import { RELATIONS, usersDeletionStore } from './users.deletion.store.ts';
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
  auth: Pick<AuthService, 'revokeSessions'>;
  secondFactors: Pick<SecondFactors, 'forget'>;
  chat: Pick<ChatService, 'purgeSomeOf'>;
  chatImages: Pick<ChatImages, 'deleteAllOfUser'>;
  presence: Pick<PresenceService, 'applyChanges'>;
}

/** Closes accounts at once, and purges their dependent rows in a job (docs/decisions/034). */
export function createAccountDeletion(needs: AccountDeletionNeeds) {
  const { app, auth, secondFactors, chat, chatImages, presence } = needs;
  const { db, transact, clock, jobs } = app;

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

  return {
    /**
     * Closes an account: it is invisible and its sessions end. The rest is purged after `tx`.
     * @param tx has the account locked
     */
    async closeAccount(tx: Tx, subject: UserDetailRow, actor: Caller, context: CallContext): Promise<void> {
      const { id, username, role } = subject;
      const by = {
        actor: { id: actor.id, username: actor.username },
        context: { requestId: context.requestId, address: context.address },
      };
      const sessionsEnded = await auth.revokeSessions(tx, id);
      await secondFactors.forget(tx, id);
      await chatImages.deleteAllOfUser(tx, id);
      await usersDeletionStore.close(tx, id, clock.now());
      // Before the purge leaves no trace of the change: the user may be counted as online.
      afterCommit(tx, () => void presence.applyChanges());
      await closeReportsOfAccount({ ...app, tx }, id, by, true);
      await jobs.enqueue(tx, PURGE_ACCOUNT, { accountId: id, ...by, phase: 0 });
      await insertAuditEntry(
        tx,
        {
          action: 'user.delete',
          actor,
          target: { type: 'user', id, name: username },
          before: {
            _id: id,
            username,
            role,
            followersCount: subject.followers_count,
            followingCount: subject.following_count,
            postsCount: subject.posts_count,
            travelPostsCount: subject.travel_posts_count,
          },
          after: { sessionsEnded },
          context,
        },
        clock.now(),
      );
    },

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

    isBeingDeleted: usersDeletionStore.isBeingDeleted,
  };
}
