import { DECISION_UNDO_MS } from '@hai-dang/contract/constants.ts';
import { consequencesOf, penaltyOf, pointsOf } from '@hai-dang/contract/moderation/consequences.ts';
import type {
  Consequence,
  DecideBody,
  DecisionPreview,
  LetterPreview,
  ModerationSubject,
  UndoDecisionBody,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import { recommendFor } from '@hai-dang/contract/moderation/ladder.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { App } from '../../lib/context.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import { findUser } from '../../users/find-user.ts';
import type { UsersService } from '../../users/users.service.ts';
import { reportsCasesStore } from '../closing/cases.store.ts';
import { closeForDecision } from '../closing/decided-reports.ts';
import { type Evidence, storeEvidence } from '../evidence/evidence.ts';
import type { LetterDraft } from '../letters/compose-letter.ts';
import { composeLetter } from '../letters/compose-letter.ts';
import { addressLetter, toLetterName } from '../letters/letter-text.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { policiesStore } from '../policies/policies.store.ts';
import { findAppliedPolicy } from '../policies/policies.ts';
import { getSettings } from '../settings/settings.ts';
import { administrator, appendEvent, recordEvent } from '../subjects/append-event.ts';
import { hasChangedSince, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { checkPossible, createDecisionActions, findRepeated } from './decision-actions.ts';
import { auditDecision } from './decision-audit.ts';
import { findDecisionEvidence, takeEvidence } from './decision-evidence.ts';
import { draftLetters } from './decision-letters.ts';
import type { DecisionReversal } from './decisions.reversal.ts';
import { decisionsStore } from './decisions.store.ts';
import { findOwnerId, getSubject } from './get-subject.ts';

/** A press at the last moment comes this much later over a slow network. */
const UNDO_GRACE_MS = 5_000;

/** Until when a decision can be undone without a reason; its letters wait as long. */
const graceEndOf = (at: Date): Date => new Date(at.getTime() + DECISION_UNDO_MS + UNDO_GRACE_MS);

/** Who decides, in which call. */
interface Deciding {
  readonly caller: Caller;
  readonly context: CallContext;
  /**
   * Whether it is one of many that are made at once: they have one audit entry together, and it is not made where it would
   * change nothing.
   */
  readonly isOfBulk: boolean;
}

/** A decision that was made, or that the call repeats, with what it did. */
interface Decided {
  readonly id: string;
  readonly at: Date;
  readonly isRepeated: boolean;
  readonly consequences: Consequence[];
}

interface DecisionsNeeds {
  app: App;
  users: Pick<UsersService, 'penalize' | 'auditDenial'>;
  reversal: DecisionReversal;
}

/** What an administrator decides on a subject: one press does all of it, and an undo takes all of it back. */
export function createDecisionsService(needs: DecisionsNeeds) {
  const { app, users, reversal } = needs;
  const { db, transact, clock } = app;
  const { applyToContent, applyPenalty, keptUntil } = createDecisionActions({ users });

  /** The rule that a violation names. */
  const findPolicy = async (on: DbOrTx, { outcome, policy }: DecideBody): Promise<Policy | null> =>
    outcome === 'violation' && policy ? findAppliedPolicy(on, policy) : null;

  async function decide(
    tx: Tx,
    body: DecideBody,
    ownerId: string | null,
    { caller, context, isOfBulk, taken }: Deciding & { taken: Evidence | null },
  ): Promise<Decided> {
    const { subject: ref, outcome, actions, version } = body;
    const note = body.note || undefined;
    const decisionId = newId();
    const at = clock.now();
    const sendAt = graceEndOf(at);
    const actor = administrator(caller);
    // Before the subject is locked, as a report does: two that store the same wait for each other.
    if (taken) await storeEvidence(tx, taken, at);
    const subject = await lockSubject({ ...app, tx }, ref, ownerId);
    // The lock lets repeats come one after the other.
    const repeated = await findRepeated(tx, body, caller);
    if (repeated) return { id: repeated.id, at: repeated.created_at, isRepeated: true, consequences: [] };
    const account =
      ownerId === null ? null : await lockSubject({ ...app, tx }, { itemType: 'User', itemId: ownerId }, ownerId);
    if (await hasChangedSince(subject, version)) throw new StaleSubject();
    const owner = ownerId === null ? null : await findUser(tx, ownerId);
    checkPossible(body, owner);
    const policy = await findPolicy(tx, body);
    const points = owner && pointsOf(policy, at);
    const { hiddenAt } = subject.state;
    const making = { decisionId, owner, caller, context };

    const hasContentChanged = await applyToContent(subject, body, making);
    if (actions.includes('warn') && account) {
      await recordEvent({ ...app, tx }, account.ref, ownerId, { kind: 'warned', actor, decisionId });
    }
    const { penalty, change } = await applyPenalty(subject, body, making);
    if (isOfBulk && !hasContentChanged && !change?.hasChanged) throw new DomainError('BULK_NO_EFFECT');
    const seen = await findDecisionEvidence(subject, taken);
    await decisionsStore.insert(tx, {
      id: decisionId,
      client_key: body.clientKey ?? null,
      subject_type: ref.itemType,
      subject_id: ref.itemId,
      owner_id: ownerId,
      outcome,
      policy_key: policy?.key ?? null,
      policy_version: policy?.version ?? null,
      points: points?.count ?? 0,
      points_expire_at: points?.expireAt ?? null,
      actions,
      suspended_until: change?.until ?? null,
      // For the undo by a server of the release before.
      account_was_disabled: change?.was.isDisabled ?? null,
      account_was_disabled_until: change?.was.until ?? null,
      actor_id: caller.id,
      created_at: at,
      evidence_id: seen.id,
      // A harmless subject stays so: see docs/decisions/044.
      sealed_reasons: outcome === 'no_violation' ? seen.reasons : null,
    });
    // Its state has other versions since: the content and the account may be the subject itself.
    const locked = await lockSubject({ ...app, tx }, ref, ownerId);
    const status = outcome === 'violation' ? 'resolved' : 'rejected';
    const { closed, changes } = await closeForDecision(locked, { status, decisionId });
    const drafts = draftLetters({ body, owner, policy, penalty, points, closed, sendAt });
    for (const draft of [drafts.owner, drafts.reporters]) {
      const isSkipped = draft?.recipientId === null && draft.text === null;
      if (draft && !isSkipped) await queueLetter(locked, draft, { decisionId, senderId: caller.id, actor });
    }
    await appendEvent(locked, {
      kind: 'decided',
      actor,
      decisionId,
      toStatus: status,
      note,
      ...(policy ? { policy: { key: policy.key, version: policy.version } } : {}),
      ...(locked.state.takenDownAt ? { until: await keptUntil(locked, sendAt) } : {}),
      changes,
    });
    if (!isOfBulk) {
      const after = { decisionId, outcome, actions, policy, closed };
      await auditDecision({ ...app, tx, caller, request: context }, locked, 'decision.make', after);
    }
    if (policy) await policiesStore.countApplied(tx, policy.key, 1);
    const present = { owner, hiddenAt: hiddenAt?.toISOString() ?? null, openReports: closed };
    return { id: decisionId, at, isRepeated: false, consequences: consequencesOf(body, present, policy, at) };
  }

  /** Takes a decision back. @returns its subject, and whether it was not taken back already */
  async function undo(
    tx: Tx,
    id: string,
    { reason }: UndoDecisionBody,
    { caller, context, isOfBulk }: Deciding,
  ): Promise<{ ref: SubjectRef; isUndone: boolean }> {
    const decision = await reversal.lock(tx, id);
    const ref = toSubjectRef(decision);
    if (decision.undone_at) return { ref, isUndone: false };
    if (!reason && !isOfBulk && graceEndOf(decision.created_at) < clock.now()) {
      throw new DomainError('UNDO_REASON_REQUIRED');
    }
    const { subject } = await reversal.takeBack(
      tx,
      decision,
      { kind: 'decision_undone', note: reason ?? undefined },
      caller,
      context,
    );
    if (!isOfBulk) {
      const after = { decisionId: id, ...(reason ? { reason } : {}) };
      await auditDecision({ ...app, tx, caller, request: context }, subject, 'decision.undo', after);
    }
    if (decision.policy_key !== null) await policiesStore.countApplied(tx, decision.policy_key, -1);
    return { ref, isUndone: true };
  }

  /** A letter as it would be sent; null where no message would be. */
  async function previewLetter(
    ref: SubjectRef,
    draft: LetterDraft | null,
    name: string,
  ): Promise<LetterPreview | null> {
    if (!draft || draft.text === null) return null;
    const letter = await composeLetter(db, ref, draft);
    const values = { ...letter.values, tên: toLetterName(name) };
    return { kind: draft.kind, text: addressLetter(letter.text, name), draft: letter.draft, values };
  }

  return {
    /**
     * What a decision would do, and which letters it would send. The version that it rests on does not count.
     * @throws {DomainError} SUBJECT_NOT_FOUND, POLICY_NOT_FOUND, POLICY_DISABLED, DECISION_IMPOSSIBLE
     */
    async previewDecision(body: DecideBody): Promise<DecisionPreview> {
      const { subject: ref } = body;
      const subject = await getSubject(app, ref);
      const { owner: known, openReports: closed, strikes } = subject;
      const owner = known && (await findUser(db, known._id));
      checkPossible(body, owner);
      const policy = await findPolicy(db, body);
      const { ladder } = await getSettings(db);
      const at = clock.now();
      const sendAt = graceEndOf(at);
      const penalty = owner && penaltyOf(body, owner, at);
      const points = owner && pointsOf(policy, at);
      const drafts = draftLetters({ body, owner, policy, penalty, points, closed, sendAt });
      const ofOwner = owner?.role === 'admin' ? null : drafts.owner;
      const reporterName = drafts.reporters ? ((await reportsCasesStore.findReporterName(db, ref)) ?? '') : '';
      return {
        letters: {
          owner: await previewLetter(ref, ofOwner, owner?.username ?? ''),
          reporters: await previewLetter(ref, drafts.reporters, reporterName),
        },
        consequences: consequencesOf(body, { ...subject, owner }, policy, at),
        recommended: recommendFor(ladder, strikes.points + (points?.count ?? 0)),
      };
    },

    /**
     * Decides on a subject: takes content down, punishes its owner and closes its open reports, in one transaction. A repeat under
     * the same key does nothing and gets the same decision, whatever has changed since.
     * @throws {DomainError} SUBJECT_NOT_FOUND; SUBJECT_CHANGED with the present subject, for a stale version; DECISION_KEY_REUSED;
     *   POLICY_NOT_FOUND, POLICY_DISABLED; DECISION_IMPOSSIBLE; and those of the actions themselves, such as OWN_ACCOUNT
     */
    async decideSubject(
      body: DecideBody,
      caller: Caller,
      context: CallContext,
    ): Promise<{
      decisionId: string;
      undoUntil: string;
      isRepeated: boolean;
      consequences: Consequence[];
      subject: ModerationSubject;
    }> {
      const { subject: ref } = body;
      const state = await subjectsStore.find(db, ref);
      const ownerId = await findOwnerId(db, ref, state);
      // Images are copied before the transaction.
      const taken = await takeEvidence(app, ref);
      try {
        const made = await users.auditDenial('decision.make', caller, context, () =>
          transact((tx) => decide(tx, body, ownerId, { caller, context, isOfBulk: false, taken })),
        );
        const { id: decisionId, at, isRepeated, consequences } = made;
        const undoUntil = new Date(at.getTime() + DECISION_UNDO_MS).toISOString();
        return { decisionId, undoUntil, isRepeated, consequences, subject: await getSubject(app, ref) };
      } catch (error) {
        if (error instanceof StaleSubject)
          throw new DomainError('SUBJECT_CHANGED', { subject: await getSubject(app, ref) });
        throw error;
      }
    },

    /**
     * Takes back all that a decision did: content, penalty, points and the status of its reports; what somebody has changed
     * since stays. Appeals to it that wait are closed. Idempotent.
     * @throws {DomainError} DECISION_NOT_FOUND; UNDO_REASON_REQUIRED after ten seconds; those of restoring content that was
     *   purged since
     */
    async undoDecision(
      id: string,
      { reason }: UndoDecisionBody,
      caller: Caller,
      context: CallContext,
    ): Promise<ModerationSubject> {
      const { ref } = await users.auditDenial('decision.undo', caller, context, () =>
        transact((tx) => undo(tx, id, { reason }, { caller, context, isOfBulk: false })),
      );
      return getSubject(app, ref);
    },

    /**
     * One of many decisions that are made at once, in a given transaction: {@link decideSubject} without an audit entry.
     * @throws {DomainError} those of {@link decideSubject}; BULK_NO_EFFECT where it would change neither content nor account
     */
    async decideInBulk(tx: Tx, body: DecideBody, caller: Caller, context: CallContext): Promise<string> {
      const { subject: ref } = body;
      const ownerId = await findOwnerId(tx, ref, await subjectsStore.find(tx, ref));
      const taken = await takeEvidence({ ...app, db: tx }, ref);
      try {
        return (await decide(tx, body, ownerId, { caller, context, isOfBulk: true, taken })).id;
      } catch (error) {
        if (error instanceof StaleSubject) throw new DomainError('SUBJECT_CHANGED');
        throw error;
      }
    },

    /**
     * Takes such a decision back, without an audit entry.
     * @throws {DomainError} BULK_ALREADY_UNDONE; those of {@link undoDecision} but for a missing reason
     */
    async undoInBulk(tx: Tx, id: string, caller: Caller, context: CallContext): Promise<void> {
      const { isUndone } = await undo(tx, id, {}, { caller, context, isOfBulk: true });
      if (!isUndone) throw new DomainError('BULK_ALREADY_UNDONE');
    },
  };
}
export type DecisionsService = ReturnType<typeof createDecisionsService>;

/** Rolls the transaction back; the present subject is read after it. */
class StaleSubject extends Error {}
