import { type Penalty, penaltyOf } from '@hai-dang/contract/moderation/consequences.ts';
import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { DbOrTx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { restoreContent } from '../../posts/restore-content.ts';
import { softDeleteContent } from '../../posts/soft-delete-content.ts';
import type { UsersService } from '../../users/users.service.ts';
import { getSettings } from '../settings/settings.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';
import { type DecisionRow, decisionsStore } from './decisions.store.ts';

const DAY_MS = 24 * 3_600_000;

/** One decision while it is being made. */
export interface Making {
  readonly decisionId: string;
  readonly owner: UserDetail | null;
  readonly caller: Caller;
  readonly context: CallContext;
}

/** How an account was before a penalty, until when that lasts, and whether it changed the account. */
interface AccountChange {
  readonly was: { readonly isDisabled: boolean; readonly until: Date | null };
  readonly until: Date | null;
  readonly hasChanged: boolean;
}

interface DecisionActionsNeeds {
  users: Pick<UsersService, 'penalize'>;
}

/** What a decision does to the content and to the account. */
export function createDecisionActions({ users }: DecisionActionsNeeds) {
  return {
    /** Until when content that is down is kept: as long as an appeal is possible, from the letter on. */
    async keptUntil({ tx, state }: LockedSubject, sendAt: Date): Promise<Date> {
      const { appealDays } = await getSettings(tx);
      const until = new Date(sendAt.getTime() + appealDays * DAY_MS);
      return state.keptUntil && state.keptUntil > until ? state.keptUntil : until;
    },

    /** Takes content down, or shows again what the system has hidden. @returns whether anything changed */
    async applyToContent(
      subject: LockedSubject,
      { actions, note }: DecideBody,
      { decisionId, owner, caller, context }: Making,
    ): Promise<boolean> {
      const { ref, state } = subject;
      if (ref.itemType === 'User') return false;
      const ctx = { ...subject, caller, request: context };
      const content = { type: ref.itemType, id: ref.itemId };
      if (actions.includes('takedown')) {
        const cause = { decisionId, note: note || undefined };
        return (await softDeleteContent(ctx, content, cause)) !== null;
      }
      if (!owner || !state.hiddenAt) return false;
      return (await restoreContent(ctx, content, { decisionId })) !== null;
    },

    /** The penalty of the account, also one that is shorter than another. @returns it, and how the account was before */
    async applyPenalty(
      { tx, clock }: LockedSubject,
      body: DecideBody,
      { owner, decisionId, caller }: Making,
    ): Promise<{ penalty: Penalty | null; change: AccountChange | null }> {
      const at = clock.now();
      const penalty = owner && penaltyOf(body, owner, at);
      if (!owner || !penalty) return { penalty, change: null };
      const until = body.actions.includes('disable') ? null : new Date(at.getTime() + (body.suspendDays ?? 0) * DAY_MS);
      const cause = { decisionId, note: body.note ?? undefined };
      const { was, hasChanged } = await users.penalize(tx, owner._id, until, caller, cause);
      return { penalty, change: { was, until, hasChanged } };
    },
  };
}

/** @throws {DomainError} DECISION_IMPOSSIBLE where nothing can be taken down, or nobody punished */
export function checkPossible({ subject, actions }: DecideBody, owner: UserDetail | null): void {
  const isContentOnly = actions.includes('takedown') && subject.itemType === 'User';
  const needsOwner = actions.some((action) => action !== 'takedown');
  if (isContentOnly || (needsOwner && !owner)) throw new DomainError('DECISION_IMPOSSIBLE');
}

/**
 * The decision that a call repeats.
 * @throws {DomainError} DECISION_KEY_REUSED where the key was that of another subject's
 */
export async function findRepeated(
  on: DbOrTx,
  { clientKey, subject }: Pick<DecideBody, 'clientKey' | 'subject'>,
  { id: actorId }: Pick<Caller, 'id'>,
): Promise<DecisionRow | undefined> {
  const known = clientKey ? await decisionsStore.findByKey(on, actorId, clientKey) : undefined;
  if (!known) return undefined;
  const isSame = known.subject_type === subject.itemType && known.subject_id === subject.itemId;
  if (!isSame) throw new DomainError('DECISION_KEY_REUSED');
  return known;
}
