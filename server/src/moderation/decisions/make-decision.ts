import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { consequencesOf, pointsOf } from '@hai-dang/contract/moderation/consequences.ts';
import type { Consequence, DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { findUser } from '../../users/find-user.ts';
import { closeForDecision } from '../closing/decided-reports.ts';
import { type Evidence, storeEvidence } from '../evidence/evidence.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { policiesStore } from '../policies/policies.store.ts';
import { getSettings } from '../settings/settings.ts';
import { administrator, appendEvent, recordEvent } from '../subjects/append-event.ts';
import { hasChangedSince, type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { applyPenalty, applyToContent, checkPossible, findPolicyOf } from './decision-actions.ts';
import { auditDecision } from './decision-audit.ts';
import { findDecisionEvidence } from './decision-evidence.ts';
import { type DecisionOutcome, draftLetters, graceEndOf } from './decision-letters.ts';
import { type DecisionRow, decisionsStore } from './decisions.store.ts';

/** A decision that was made, or that the call repeats, with its consequences. */
export interface MadeDecision {
  readonly id: string;
  readonly at: Date;
  readonly isRepeated: boolean;
  readonly consequences: Consequence[];
}

interface DecisionMode {
  /** The evidence that was taken for it before the transaction; null where a report has some. */
  readonly taken: Evidence | null;
  /**
   * The action on many subjects that makes it; null for a single one. Its decisions have one audit entry together and give an
   * account points and a message once, and none is made where it would change nothing.
   */
  readonly bulkId: string | null;
}

/** Rolls the transaction back; the present subject is read after it. */
export class StaleSubject extends Error {}

/**
 * Makes a decision: takes content down, punishes the owner, closes the open reports, queues the letters.
 * @param ownerId of the account or content; null where it is unknown
 * @throws {StaleSubject} for a stale version
 * @throws {DomainError} DECISION_KEY_REUSED; POLICY_NOT_FOUND, POLICY_DISABLED; DECISION_IMPOSSIBLE; BULK_NO_EFFECT; and those of
 *   the actions themselves, such as OWN_ACCOUNT
 */
export async function makeDecision(
  ctx: TxCtx,
  body: DecideBody,
  ownerId: string | null,
  { taken, bulkId }: DecisionMode,
): Promise<MadeDecision> {
  const { tx, caller, clock } = ctx;
  const { subject: ref, outcome, actions, version } = body;
  const decisionId = newId();
  const at = clock.now();
  const actor = administrator(caller);
  // Evidence is stored before the subject is locked, as a report does: two that store the same wait for each other.
  if (taken) await storeEvidence(tx, taken, at);
  const subject = await lockSubject(ctx, ref, ownerId);
  // The lock lets repeats come one after the other.
  const repeated = await findRepeated(ctx, body);
  if (repeated) return { id: repeated.id, at: repeated.created_at, isRepeated: true, consequences: [] };
  const account = ownerId === null ? null : await lockSubject(ctx, { itemType: 'User', itemId: ownerId }, ownerId);
  if (await hasChangedSince(subject, version)) throw new StaleSubject();
  const owner = ownerId === null ? null : await findUser(tx, ownerId);
  checkPossible(body, owner);
  const policy = await findPolicyOf(tx, body);
  const isFollowing = bulkId !== null && ownerId !== null && (await decisionsStore.hasOfBulk(tx, bulkId, ownerId));
  const points = owner && !isFollowing ? pointsOf(policy, at) : null;
  const { hiddenAt } = subject.state;
  const decision = { decisionId, owner, at };

  const hasContentChanged = await applyToContent(ctx, subject, body, decision);
  if (actions.includes('warn') && account) {
    await recordEvent(ctx, account.ref, ownerId, { kind: 'warned', actor, decisionId });
  }
  const { penalty, change } = await applyPenalty(ctx, body, decision);
  const closesReports = outcome === 'no_violation' && subject.state.openReports > 0;
  const hasEffect = hasContentChanged || change?.hasChanged || closesReports;
  if (bulkId !== null && !hasEffect) throw new DomainError('BULK_NO_EFFECT');
  const seen = await findDecisionEvidence(subject, taken);
  await decisionsStore.insert(tx, {
    id: decisionId,
    client_key: body.clientKey ?? null,
    bulk_id: bulkId,
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
    // A server of the release before undoes by these.
    account_was_disabled: change?.was.isDisabled ?? null,
    account_was_disabled_until: change?.was.until ?? null,
    actor_id: caller.id,
    created_at: at,
    evidence_id: seen.id,
    // A harmless subject stays so: see docs/decisions/011.
    sealed_reasons: outcome === 'no_violation' ? seen.reasons : null,
  });
  // The subject has other versions since: the content and the account may be the subject itself.
  const locked = await lockSubject(ctx, ref, ownerId);
  const sendAt = graceEndOf(at);
  const closed = await concludeSubject(ctx, locked, decisionId, {
    body: isFollowing ? { ...body, letters: { ...body.letters, owner: null } } : body,
    owner,
    policy,
    penalty,
    points,
    sendAt,
  });
  if (bulkId === null)
    await auditDecision(ctx, locked, 'decision.make', { decisionId, outcome, actions, policy, closed });
  if (policy) await policiesStore.countApplied(tx, policy.key, 1);
  const present = { owner, hiddenAt: hiddenAt?.toISOString() ?? null, openReports: closed };
  return { id: decisionId, at, isRepeated: false, consequences: consequencesOf(body, present, policy, at) };
}

/** Closes the open reports of a locked subject, queues the letters and appends the decision. @returns how many it closes */
async function concludeSubject(
  { caller }: TxCtx,
  subject: LockedSubject,
  decisionId: string,
  decided: Omit<DecisionOutcome, 'closed'>,
): Promise<number> {
  const { body, policy, sendAt } = decided;
  const actor = administrator(caller);
  const status = body.outcome === 'violation' ? 'resolved' : 'rejected';
  const { closed, changes } = await closeForDecision(subject, { status, decisionId });
  const drafts = draftLetters({ ...decided, closed });
  for (const draft of [drafts.owner, drafts.reporters]) {
    const isSkipped = draft?.recipientId === null && draft.text === null;
    if (draft && !isSkipped) await queueLetter(subject, draft, { decisionId, senderId: caller.id, actor });
  }
  await appendEvent(subject, {
    kind: 'decided',
    actor,
    decisionId,
    toStatus: status,
    note: body.note || undefined,
    ...(policy ? { policy: { key: policy.key, version: policy.version } } : {}),
    ...(subject.state.takenDownAt ? { until: await keptUntil(subject, sendAt) } : {}),
    changes,
  });
  return closed;
}

/** Until when content that is down is kept: as long as an appeal is possible, from the letter on. */
async function keptUntil({ tx, state }: LockedSubject, sendAt: Date): Promise<Date> {
  const { appealDays } = await getSettings(tx);
  const until = new Date(sendAt.getTime() + appealDays * DAY_MS);
  return state.keptUntil && state.keptUntil > until ? state.keptUntil : until;
}

/**
 * The decision that a call repeats.
 * @throws {DomainError} DECISION_KEY_REUSED where the key was another decision's
 */
async function findRepeated(
  { tx, caller }: TxCtx,
  { clientKey, subject, outcome, policy, actions }: DecideBody,
): Promise<DecisionRow | undefined> {
  const known = clientKey ? await decisionsStore.findByKey(tx, caller.id, clientKey) : undefined;
  if (!known) return undefined;
  const isSame = isDeepStrictEqual(
    [known.subject_type, known.subject_id, known.outcome, known.policy_key, known.actions],
    [subject.itemType, subject.itemId, outcome, outcome === 'violation' ? policy : null, actions],
  );
  if (!isSame) throw new DomainError('DECISION_KEY_REUSED');
  return known;
}
