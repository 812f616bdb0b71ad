import { DECISION_UNDO_MS } from '@hai-dang/contract/constants.ts';
import type {
  DecideBody,
  DecisionPreview,
  LetterPreview,
  ModerationSubject,
  SubjectRef,
  UndoDecisionBody,
} from '@hai-dang/contract/moderation/decisions.schema.ts';
import { recommendFor } from '@hai-dang/contract/moderation/ladder.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, DbOrTx, Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import type { PostsService } from '../../posts/posts.service.ts';
import { AUDIT_TARGET_TYPES, type ReportCases } from '../../reports/cases/cases.service.ts';
import type { DecidedReports } from '../../reports/cases/decided-reports.service.ts';
import type { UsersService } from '../../users/users.service.ts';
import { addressLetter, toLetterName } from '../letters/letter-text.ts';
import type { LetterDraft, LettersService } from '../letters/letters.service.ts';
import type { PoliciesService } from '../policies/policies.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { NEW_SUBJECT } from '../subjects/apply-event.ts';
import { administrator, type LockedSubject, type SubjectsService, toSubjectRef } from '../subjects/subjects.service.ts';
import { consequencesOf, draftLetters, penaltyOf } from './decision-letters.ts';
import { toModerationSubject } from './decisions.mapper.ts';
import type { DecisionReversal } from './decisions.reversal.ts';
import { decisionsStore, NO_RECORD } from './decisions.store.ts';

const DAY_MS = 24 * 3_600_000;
/** A press at the last moment comes this much later over a slow network. */
const UNDO_GRACE_MS = 5_000;
const EVENTS_MAX = 50;

/** Until when a decision can be undone without a reason; its letters wait as long. */
const graceEndOf = (at: Date): Date => new Date(at.getTime() + DECISION_UNDO_MS + UNDO_GRACE_MS);

/** One decision while it is being made. */
interface Making {
  readonly decisionId: string;
  readonly owner: UserDetail | null;
  readonly sendAt: Date;
  readonly caller: Caller;
  readonly context: CallContext;
}

interface DecisionsNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  subjects: SubjectsService;
  policies: Pick<PoliciesService, 'findForDecision' | 'countApplied'>;
  settings: Pick<SettingsService, 'getSettings'>;
  users: Pick<UsersService, 'findUser' | 'setDisabledInTx' | 'auditDenial'>;
  posts: Pick<PostsService, 'findAuthorId' | 'softDeleteContent' | 'restoreContent'>;
  cases: Pick<ReportCases, 'describeReports' | 'findOpenEvidence' | 'titleOf' | 'findReporterName'>;
  decidedReports: Pick<DecidedReports, 'closeForDecision' | 'countWaiting'>;
  letters: Pick<LettersService, 'compose' | 'queue' | 'hasNotices'>;
  reversal: DecisionReversal;
  audit: Pick<AuditService, 'record'>;
  clock: Clock;
}

/** What an administrator decides on a subject: one press does all of it, and an undo takes all of it back. */
export function createDecisionsService(needs: DecisionsNeeds) {
  const {
    database,
    subjects,
    policies,
    settings,
    users,
    posts,
    cases,
    decidedReports,
    reversal,
    letters,
    audit,
    clock,
  } = needs;
  const { db, transact } = database;

  /** @throws {DomainError} SUBJECT_NOT_FOUND where nothing is known of it and there is none */
  async function describe(on: DbOrTx, ref: SubjectRef): Promise<ModerationSubject> {
    const state = await subjects.find(on, ref);
    const ownerId = await findOwnerId(ref, state?.ownerId ?? null, state !== undefined);
    const [owner, record, reports, events, harmless, waiting, { ladder }, assignee] = await Promise.all([
      ownerId === null ? null : users.findUser(on, ownerId),
      ownerId === null ? NO_RECORD : decisionsStore.findRecord(on, ownerId, clock.now()),
      cases.describeReports(on, ref),
      subjects.findNewest(on, ref, EVENTS_MAX),
      subjects.findHarmless(on, ref),
      decidedReports.countWaiting(on, ref),
      settings.getSettings(on),
      state?.assigneeId ? subjects.findAdministrator(on, state.assigneeId) : null,
    ]);
    const known = { owner, record, reports, ladder, events, harmless, waiting, assignee };
    return toModerationSubject(ref, state ?? NEW_SUBJECT, known);
  }

  async function findOwnerId(ref: SubjectRef, known: string | null, isKnown: boolean): Promise<string | null> {
    if (known !== null) return known;
    const { itemType: type, itemId: id } = ref;
    const ownerId =
      type === 'User' ? ((await users.findUser(db, id))?._id ?? null) : await posts.findAuthorId({ type, id });
    if (ownerId === null && !isKnown) throw new DomainError('SUBJECT_NOT_FOUND');
    return ownerId;
  }

  /** The rule that a violation names. */
  const findPolicy = async (on: DbOrTx, { outcome, policy }: DecideBody): Promise<Policy | null> =>
    outcome === 'violation' && policy ? policies.findForDecision(on, policy) : null;

  /** Takes content down, or shows again what the system has hidden. */
  async function applyToContent(
    { tx, ref, state }: LockedSubject,
    { actions, note }: DecideBody,
    { decisionId, owner, sendAt, caller, context }: Making,
  ): Promise<void> {
    if (ref.itemType === 'User') return;
    const content = { type: ref.itemType, id: ref.itemId };
    if (actions.includes('takedown')) {
      // It is kept as long as an objection is possible, from the letter on.
      const { appealDays } = await settings.getSettings(tx);
      const keptUntil = new Date(sendAt.getTime() + appealDays * DAY_MS);
      await posts.softDeleteContent(tx, content, caller, context, { decisionId, note: note || undefined, keptUntil });
    } else if (owner && state.hiddenAt) {
      await posts.restoreContent(tx, content, caller, context, { decisionId });
    }
  }

  /** The penalty of the account. @returns it, and how the account was before, if that changed */
  async function applyPenalty(tx: Tx, body: DecideBody, { owner, decisionId, caller, context }: Making) {
    const penalty = owner && penaltyOf(body, owner, clock.now());
    if (!owner || !penalty?.isNew) return { penalty, change: null };
    const { until } = penalty;
    const cause = { decisionId, note: body.note ?? undefined };
    const { hasChanged } = await users.setDisabledInTx(tx, owner._id, true, caller, context, cause, until);
    const change = { wasDisabled: owner.isDisabled === true, wasUntil: toDate(owner.disabledUntil), until };
    return { penalty, change: hasChanged ? change : null };
  }

  function checkPossible({ subject, actions }: DecideBody, owner: UserDetail | null): void {
    const isContentOnly = actions.includes('takedown') && subject.itemType === 'User';
    const needsOwner = actions.some((action) => action !== 'takedown');
    if (isContentOnly || (needsOwner && !owner)) throw new DomainError('DECISION_IMPOSSIBLE');
  }

  async function decide(
    tx: Tx,
    body: DecideBody,
    ownerId: string | null,
    caller: Caller,
    context: CallContext,
  ): Promise<string> {
    const { subject: ref, outcome, actions, version } = body;
    const note = body.note || undefined;
    const decisionId = newId();
    const at = clock.now();
    const sendAt = graceEndOf(at);
    const actor = administrator(caller);
    const subject = await subjects.lock(tx, ref, ownerId);
    const account = ownerId === null ? null : await subjects.lock(tx, { itemType: 'User', itemId: ownerId }, ownerId);
    if (await subjects.hasChangedSince(subject, version)) throw new StaleSubject();
    const owner = ownerId === null ? null : await users.findUser(tx, ownerId);
    checkPossible(body, owner);
    const policy = await findPolicy(tx, body);
    const points = owner && policy ? policy.points : 0;
    const making = { decisionId, owner, sendAt, caller, context };

    await applyToContent(subject, body, making);
    if (actions.includes('warn') && account) {
      await subjects.record(tx, account.ref, ownerId, { kind: 'warned', actor, decisionId });
    }
    const { penalty, change } = await applyPenalty(tx, body, making);
    // What is harmless stays so: see docs/decisions/044.
    const seen = outcome === 'no_violation' ? await cases.findOpenEvidence(subject) : null;
    await decisionsStore.insert(tx, {
      id: decisionId,
      subject_type: ref.itemType,
      subject_id: ref.itemId,
      owner_id: ownerId,
      outcome,
      policy_key: policy?.key ?? null,
      policy_version: policy?.version ?? null,
      points,
      points_expire_at: policy && points > 0 ? new Date(at.getTime() + policy.expiresDays * DAY_MS) : null,
      actions,
      suspended_until: change?.until ?? null,
      account_was_disabled: change?.wasDisabled ?? null,
      account_was_disabled_until: change?.wasUntil ?? null,
      actor_id: caller.id,
      created_at: at,
      evidence_id: seen?.evidenceId ?? null,
      sealed_reasons: seen?.reasons ?? null,
    });
    // Its state has other versions since: the content and the account may be the subject itself.
    const locked = await subjects.lock(tx, ref, ownerId);
    const status = outcome === 'violation' ? 'resolved' : 'rejected';
    const { closed, changes } = await decidedReports.closeForDecision(locked, { status, decisionId });
    const drafts = draftLetters({ body, owner, policy, penalty, closed, sendAt });
    for (const draft of [drafts.owner, drafts.reporters]) {
      const isSkipped = draft?.recipientId === null && draft.text === null;
      if (draft && !isSkipped) await letters.queue(locked, draft, { decisionId, senderId: caller.id, actor });
    }
    await subjects.append(locked, {
      kind: 'decided',
      actor,
      decisionId,
      toStatus: status,
      note,
      ...(policy ? { policy: { key: policy.key, version: policy.version } } : {}),
      changes,
    });
    await recordAudit(
      tx,
      locked,
      { action: 'decision.make', owner, caller, context },
      { decisionId, outcome, actions, policy, closed },
    );
    if (policy) await policies.countApplied(tx, policy.key, 1);
    return decisionId;
  }

  /** A letter as it would be sent; null where no message would be. */
  async function previewLetter(
    ref: SubjectRef,
    draft: LetterDraft | null,
    name: string,
  ): Promise<LetterPreview | null> {
    if (!draft || draft.text === null) return null;
    const { text } = await letters.compose(db, ref, draft);
    return { kind: draft.kind, text: addressLetter(text, name), draft: text, name: toLetterName(name) };
  }

  async function recordAudit(
    tx: Tx,
    subject: LockedSubject,
    {
      action,
      owner,
      caller,
      context,
    }: {
      action: 'decision.make' | 'decision.undo';
      owner: UserDetail | null;
      caller: Caller;
      context: CallContext;
    },
    after: { decisionId: string; policy?: Policy | null; [field: string]: unknown },
  ): Promise<void> {
    const { policy, ...rest } = after;
    await audit.record(tx, {
      action,
      actor: caller,
      target: {
        type: AUDIT_TARGET_TYPES[subject.ref.itemType],
        id: subject.ref.itemId,
        name: (subject.ref.itemType === 'User' && owner?.username) || (await cases.titleOf(subject)),
      },
      after: { ...rest, ...(policy ? { policy: policy.key, policyVersion: policy.version } : {}) },
      context,
    });
  }

  return {
    /**
     * What can be moderated, with its state, its newest 50 events and the points of its owner.
     * @throws {DomainError} SUBJECT_NOT_FOUND
     */
    getSubject: (ref: SubjectRef): Promise<ModerationSubject> => describe(db, ref),

    /**
     * What a decision would do, and which letters it would send. The version that it rests on does not count.
     * @throws {DomainError} SUBJECT_NOT_FOUND, POLICY_NOT_FOUND, POLICY_DISABLED, DECISION_IMPOSSIBLE
     */
    async previewDecision(body: DecideBody): Promise<DecisionPreview> {
      const { subject: ref } = body;
      const { owner: known, openReports: closed, strikes } = await describe(db, ref);
      const owner = known && (await users.findUser(db, known._id));
      checkPossible(body, owner);
      const policy = await findPolicy(db, body);
      const { ladder } = await settings.getSettings(db);
      const at = clock.now();
      const sendAt = graceEndOf(at);
      const decided = { body, owner, policy, penalty: owner && penaltyOf(body, owner, at), closed, sendAt };
      const drafts = draftLetters(decided);
      const ofOwner = owner?.role === 'admin' ? null : drafts.owner;
      const reporterName = drafts.reporters ? await cases.findReporterName(db, ref) : '';
      return {
        letters: {
          owner: await previewLetter(ref, ofOwner, owner?.username ?? ''),
          reporters: await previewLetter(ref, drafts.reporters, reporterName),
        },
        consequences: consequencesOf(decided),
        recommended: recommendFor(ladder, strikes.points + (owner ? (policy?.points ?? 0) : 0)),
      };
    },

    /**
     * Decides on a subject: takes content down, punishes its owner and closes its open reports, in one transaction.
     * @throws {DomainError} SUBJECT_NOT_FOUND; SUBJECT_CHANGED with the present subject, for a stale version;
     *   POLICY_NOT_FOUND, POLICY_DISABLED; DECISION_IMPOSSIBLE; and those of the actions themselves, such as OWN_ACCOUNT
     */
    async decideSubject(
      body: DecideBody,
      caller: Caller,
      context: CallContext,
    ): Promise<{ decisionId: string; undoUntil: string; subject: ModerationSubject }> {
      const { subject: ref } = body;
      const state = await subjects.find(db, ref);
      const ownerId = await findOwnerId(ref, state?.ownerId ?? null, state !== undefined);
      try {
        const decisionId = await users.auditDenial('decision.make', caller, context, () =>
          transact((tx) => decide(tx, body, ownerId, caller, context)),
        );
        const undoUntil = new Date(clock.now().getTime() + DECISION_UNDO_MS).toISOString();
        return { decisionId, undoUntil, subject: await describe(db, ref) };
      } catch (error) {
        if (error instanceof StaleSubject)
          throw new DomainError('SUBJECT_CHANGED', { subject: await describe(db, ref) });
        throw error;
      }
    },

    /**
     * Takes back all that a decision did: content, penalty, points and the status of its reports; what somebody has changed
     * since stays. Objections to it that wait are closed. Idempotent.
     * @throws {DomainError} DECISION_NOT_FOUND; UNDO_REASON_REQUIRED after ten seconds; those of restoring content that was
     *   purged since
     */
    async undoDecision(
      id: string,
      { reason }: UndoDecisionBody,
      caller: Caller,
      context: CallContext,
    ): Promise<ModerationSubject> {
      const ref = await users.auditDenial('decision.undo', caller, context, () =>
        transact(async (tx) => {
          const decision = await reversal.lock(tx, id);
          const subjectRef = toSubjectRef(decision);
          if (decision.undone_at) return subjectRef;
          if (!reason && graceEndOf(decision.created_at) < clock.now()) {
            throw new DomainError('UNDO_REASON_REQUIRED');
          }
          const { subject, owner } = await reversal.takeBack(
            tx,
            decision,
            { kind: 'decision_undone', note: reason ?? undefined },
            caller,
            context,
          );
          const after = { decisionId: id, ...(reason ? { reason } : {}) };
          await recordAudit(tx, subject, { action: 'decision.undo', owner, caller, context }, after);
          if (await letters.hasNotices(tx, id)) {
            const draft = { kind: 'decision_undone' as const, recipientId: null, policy: null, sendAt: clock.now() };
            await letters.queue(subject, draft, { decisionId: id, senderId: caller.id, actor: administrator(caller) });
          }
          if (decision.policy_key !== null) await policies.countApplied(tx, decision.policy_key, -1);
          return subjectRef;
        }),
      );
      return describe(db, ref);
    },
  };
}
export type DecisionsService = ReturnType<typeof createDecisionsService>;

/** Rolls the transaction back; the present subject is read after it. */
class StaleSubject extends Error {}

const toDate = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
