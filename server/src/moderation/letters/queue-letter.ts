import { newId } from '../../lib/ids.ts';
import { appendEvent } from '../subjects/append-event.ts';
import type { EventActor } from '../subjects/apply-event.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';
import { composeLetter, type LetterDraft } from './compose-letter.ts';
import { SEND_LETTER } from './letter-job.ts';
import { lettersStore } from './letters.store.ts';

/** The sender and the cause of a letter. */
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

/**
 * Queues the same letter about a locked subject to each of these recipients, with one event; each is sent by a job, at `sendAt`
 * or soon after.
 */
export async function queueLetters(
  subject: LockedSubject,
  draft: Omit<LetterDraft, 'recipientId'>,
  recipientIds: ReadonlyArray<string | null>,
  origin: LetterOrigin,
): Promise<void> {
  if (recipientIds.length === 0) return;
  const { tx, ref, clock, jobs } = subject;
  const { decisionId, senderId, actor, reportId } = origin;
  const letters = recipientIds.map((userId) => ({ letterId: newId(), userId }));
  const [first = null] = recipientIds.length === 1 ? recipientIds : [];
  const { text, appealUntil } = await composeLetter(tx, ref, { ...draft, recipientId: first });
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
  await appendEvent(subject, {
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
export const queueLetter = (
  subject: LockedSubject,
  { recipientId, ...draft }: LetterDraft,
  origin: LetterOrigin,
): Promise<void> => queueLetters(subject, draft, [recipientId], origin);

/** Notifies the owner of a locked account that its suspension is over, if a decision led to it. */
export async function queueSuspensionEnded(account: LockedSubject, now: Date): Promise<void> {
  const { tx, ref, clock } = account;
  const suspension = await lettersStore.findEndedSuspension(tx, ref.itemId, now);
  if (!suspension) return;
  const { decisionId, senderId, policy } = suspension;
  const draft = { kind: 'suspension_ended', recipientId: ref.itemId, policy, sendAt: clock.now() } as const;
  await queueLetter(account, draft, { decisionId, senderId, actor: { type: 'system' } });
}
