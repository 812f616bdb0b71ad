import { type LetterKind, variablesOf } from '@hai-dang/contract/moderation/letters.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { Clock } from '../../lib/clock.ts';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { newId } from '../../lib/ids.ts';
import type { JobRunner } from '../../lib/jobs/job-runner.ts';
import { getSettings } from '../settings/settings.ts';
import type { EventActor, LockedSubject, SubjectsService } from '../subjects/subjects.service.ts';
import { fillLetter, type LetterPoints, type LetterValues, toVariables } from './letter-text.ts';
import { SEND_LETTER } from './letters.sending.ts';
import { lettersStore } from './letters.store.ts';
import { findLetterText } from './templates.ts';

const DAY_MS = 24 * 3_600_000;

interface LettersNeeds {
  subjects: Pick<SubjectsService, 'append'>;
  jobs: Pick<JobRunner, 'enqueueEach'>;
  clock: Clock;
}

/** A letter to queue. */
export interface LetterDraft {
  readonly kind: LetterKind;
  /** Null for the reporters whose reports the decision closed; of 'decision_undone' for all that were notified of it. */
  readonly recipientId: string | null;
  /** The rule that was applied; null where there is none. */
  readonly policy: { readonly key: string; readonly title: string } | null;
  /** The points that the decision adds to the recipient's record. */
  readonly points?: LetterPoints | null;
  /** When a suspension ends. */
  readonly until?: Date | null;
  /** With variables; null for a notice without a message, undefined for the text of the rule. */
  readonly text?: string | null | undefined;
  /** Whether the decision takes content down beside what the letter is about. */
  readonly isTakenDown?: boolean;
  readonly sendAt: Date;
}

/** Of whom a letter is, and about what. */
interface LetterOrigin {
  /** For a report that closed itself the decision that sealed its subject: taking that back takes back the letter, too. */
  readonly decisionId: string;
  /** The administrator who decided: whose message it is. */
  readonly senderId: string;
  /** Who or what led to the letter. */
  readonly actor: EventActor;
  /** The report that closed itself. */
  readonly reportId?: string;
}

/** A letter that is not sent yet. */
export interface ComposedLetter {
  /** With `{tên}` for the name of each recipient. */
  readonly text: string;
  /** With all variables, and what stands for them. */
  readonly draft: string;
  readonly values: Readonly<Record<string, string>>;
  readonly appealUntil: Date | null;
}

/** Letters: messages that notify users of decisions about them or their reports (docs/decisions/045). */
export function createLettersService({ subjects, jobs, clock }: LettersNeeds) {
  /** The text of a letter, but for the name. */
  async function compose(on: DbOrTx, ref: SubjectRef, draft: LetterDraft): Promise<ComposedLetter> {
    const { kind, policy, text, recipientId, points = null, until = null, isTakenDown = false, sendAt } = draft;
    const canAppeal = variablesOf(kind).includes('hạn khiếu nại');
    const { appealDays } = await getSettings(on);
    const appealUntil = canAppeal ? new Date(sendAt.getTime() + appealDays * DAY_MS) : null;
    const title = await lettersStore.findTitle(on, ref);
    const draftText = text ?? (await findLetterText(on, policy?.key ?? null, kind));
    const values: LetterValues = {
      subject: { itemType: ref.itemType, title, isTakenDown },
      isForOwner: recipientId !== null && ref.itemType === 'User' && ref.itemId === recipientId,
      policyTitle: policy?.title ?? null,
      points,
      until,
      appealUntil,
    };
    return { text: fillLetter(draftText, values), draft: draftText, values: toVariables(values), appealUntil };
  }

  /**
   * Queues the same letter about a locked subject to each of these recipients, with one event; each is sent by a job, at `sendAt`
   * or soon after.
   */
  async function queueEach(
    subject: LockedSubject,
    draft: Omit<LetterDraft, 'recipientId'>,
    recipientIds: ReadonlyArray<string | null>,
    origin: LetterOrigin,
  ): Promise<void> {
    if (recipientIds.length === 0) return;
    const { tx, ref } = subject;
    const { decisionId, senderId, actor, reportId } = origin;
    const letters = recipientIds.map((userId) => ({ letterId: newId(), userId }));
    const [first = null] = recipientIds.length === 1 ? recipientIds : [];
    const { text, appealUntil } = await compose(tx, ref, { ...draft, recipientId: first });
    const now = clock.now();
    await lettersStore.insert(
      tx,
      {
        decision_id: decisionId,
        subject_type: ref.itemType,
        subject_id: ref.itemId,
        kind: draft.kind,
        report_id: reportId ?? null,
        sender_id: senderId,
        text,
        has_message: draft.text !== null,
        policy_title: draft.policy?.title ?? null,
        until: draft.until ?? null,
        appeal_until: appealUntil,
        created_at: now,
        send_at: draft.sendAt,
      },
      letters,
    );
    await subjects.append(subject, {
      kind: 'letter_queued',
      actor,
      decisionId,
      ...(reportId === undefined ? {} : { reportId }),
    });
    const delayMs = draft.sendAt.getTime() - now.getTime();
    const steps = letters.map(({ letterId }) => ({ letterId, isDelivered: false, waits: 0 }));
    await jobs.enqueueEach(tx, SEND_LETTER, steps, delayMs);
  }

  /** The same for one letter. */
  const queue = (subject: LockedSubject, { recipientId, ...draft }: LetterDraft, origin: LetterOrigin): Promise<void> =>
    queueEach(subject, draft, [recipientId], origin);

  return {
    compose,
    queue,
    queueEach,

    /** Notifies the owner of a locked account that its suspension is over, if a decision led to it. */
    async queueSuspensionEnded(account: LockedSubject, now: Date): Promise<void> {
      const { tx, ref } = account;
      const suspension = await lettersStore.findSuspension(tx, ref.itemId, now);
      if (!suspension) return;
      const { decisionId, senderId, policy } = suspension;
      const draft = { kind: 'suspension_ended', recipientId: ref.itemId, policy, sendAt: clock.now() } as const;
      await queue(account, draft, { decisionId, senderId, actor: { type: 'system' } });
    },

    /** Takes back what has not been sent of a decision. Before any account is locked: who sends a letter locks it first. */
    withdraw: (tx: Tx, decisionId: string): Promise<void> => lettersStore.withdraw(tx, decisionId, clock.now()),

    /** Whether anybody but these users was notified of a decision. */
    hasNotices: (on: DbOrTx, decisionId: string, except: readonly string[] = []): Promise<boolean> =>
      lettersStore.hasNotices(on, decisionId, except),

    /** Purges some of the notices and letters of an account. @returns whether there were any */
    purgeSomeOf: (tx: Tx, userId: string, most: number): Promise<boolean> => lettersStore.purgeSomeOf(tx, userId, most),
  };
}
export type LettersService = ReturnType<typeof createLettersService>;
