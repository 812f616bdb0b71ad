import { z } from 'zod';
import type { ChatService } from '../../chat/messages/messages.service.ts';
import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { attempt, isGivenUp } from '../../lib/db/transact.ts';
import { newId } from '../../lib/ids.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { addressLetter } from './letter-text.ts';
import { type LetterRow, lettersStore, type NewNotice, type RecipientRow } from './letters.store.ts';

/** Recipients of one step: few enough that the chat does not notice. */
export const RECIPIENTS_PER_STEP = 150;
const RESUMED_MAX = 10_000;
const CLOSING_PAUSE_MS = 5_000;
/** Before one recipient is tried again alone; then as often as any job. */
const RETRY_PAUSE_MS = 5_000;

const sendStepSchema = z.object({
  letterId: z.string(),
  /** Whether it has reached everybody. */
  isDelivered: z.boolean(),
  /** How often it has waited for the reports that its decision closes. */
  waits: z.int().nonnegative(),
  /** The one recipient who is tried again after the others were reached. */
  only: z.object({ userId: z.string(), reportId: z.string().nullable(), hasMessage: z.boolean() }).optional(),
});
type SendStep = z.infer<typeof sendStepSchema>;

/** Sends one letter to all its recipients, some in each step. */
export const SEND_LETTER = {
  name: 'letters.send',
  schema: sendStepSchema,
  keyOf: ({ letterId, waits, only }: Pick<SendStep, 'letterId' | 'waits' | 'only'>) =>
    only ? `${letterId}:${waits}:${only.userId}` : `${letterId}:${waits}`,
};

interface LetterSendingNeeds {
  app: App;
  chat: Pick<ChatService, 'sendLetters'>;
}

/**
 * Sends the letters that are due. Message and notice of a recipient are stored in one transaction with how far the letter has
 * come, so that each gets it once, whatever is killed when. A letter is locked before the accounts and conversations of its
 * recipients, and after the subject that it is about.
 */
export function createLetterSending({ app, chat }: LetterSendingNeeds) {
  const { db, transact, clock, jobs } = app;

  async function findRecipients(tx: Tx, letter: LetterRow): Promise<RecipientRow[]> {
    const { recipient_id: userId, last_recipient_id, report_id, kind } = letter;
    if (userId !== null) return last_recipient_id === '' ? [{ user_id: userId, report_id, has_message: true }] : [];
    const find = kind === 'decision_undone' ? lettersStore.findNotified : lettersStore.findReporters;
    return find(tx, letter, RECIPIENTS_PER_STEP);
  }

  /** Reaches those of some recipients who still have an account; an administrator has no conversation and gets the notice alone. */
  async function deliver(tx: Tx, letter: LetterRow, recipients: readonly RecipientRow[]): Promise<void> {
    const addressees = await lettersStore.lockAddressees(
      tx,
      recipients.map(({ user_id }) => user_id),
    );
    const recipientOf = new Map(recipients.map((recipient) => [recipient.user_id, recipient]));
    if (addressees.length === 0) return;
    const notices = addressees.map(({ id: userId, username, role }): NewNotice => {
      const recipient = recipientOf.get(userId);
      const hasMessage = role === 'user' && letter.has_message && recipient?.has_message === true;
      return {
        id: newId(),
        user_id: userId,
        report_id: recipient?.report_id ?? null,
        text: addressLetter(letter.text, username),
        message_id: hasMessage ? newId() : null,
      };
    });
    const appealUntil = letter.appeal_until;
    const messages = notices.flatMap(({ id, user_id: userId, text, message_id }) => {
      if (message_id === null) return [];
      const notice = { id, kind: letter.kind, appealUntil, canAppeal: appealUntil !== null };
      return [{ id: message_id, userId, content: text, tempId: `letter:${id}`, notice }];
    });
    await chat.sendLetters(tx, messages, letter.sender_id);
    await lettersStore.insertNotices(tx, letter, notices, clock.now());
  }

  /**
   * Reaches these recipients together, or else one by one: whoever cannot be reached does not hold the others, and is tried
   * again in a job of their own.
   */
  async function deliverToEach(tx: Tx, letter: LetterRow, recipients: readonly RecipientRow[]): Promise<void> {
    const failures: Array<{ recipient: RecipientRow; error: unknown }> = [];
    const tryThese = async (some: readonly RecipientRow[]): Promise<unknown> => {
      try {
        await attempt(tx, () => deliver(tx, letter, some));
        return undefined;
      } catch (error) {
        if (isGivenUp(error) || recipients.length === 1) throw error;
        return error;
      }
    };
    if ((await tryThese(recipients)) === undefined) return;
    for (const recipient of recipients) {
      const error = await tryThese([recipient]);
      if (error !== undefined) failures.push({ recipient, error });
    }
    const [first] = failures;
    // Where nobody is reached, the cause is none of them: the whole step is tried again.
    if (failures.length === recipients.length) throw first?.error;
    for (const { recipient, error } of failures) {
      jobs.logFailure(error);
      const { user_id: userId, report_id: reportId, has_message: hasMessage } = recipient;
      const step = { letterId: letter.id, isDelivered: false, waits: 0, only: { userId, reportId, hasMessage } };
      await jobs.enqueue(tx, SEND_LETTER, step, RETRY_PAUSE_MS);
    }
  }

  /** Tries again to reach one recipient of a letter that has reached the others; nothing for one that was withdrawn. */
  async function deliverToOne(tx: Tx, letterId: string, only: NonNullable<SendStep['only']>): Promise<void> {
    const letter = await lettersStore.lockUnlessWithdrawn(tx, letterId);
    if (!letter || (await lettersStore.isNotified(tx, letterId, only.userId))) return;
    await deliver(tx, letter, [{ user_id: only.userId, report_id: only.reportId, has_message: only.hasMessage }]);
  }

  /** Marks a letter as sent once it has reached everybody, with its event. */
  async function finish(tx: Tx, letterId: string): Promise<void> {
    const found = await lettersStore.find(tx, letterId);
    if (!found) return;
    const subject = await lockSubject({ ...app, tx }, toSubjectRef(found), null);
    if (!(await lettersStore.setSent(tx, letterId, clock.now()))) return;
    await appendEvent(subject, {
      kind: 'letter_sent',
      actor: { type: 'system' },
      ...(found.decision_id === null ? {} : { decisionId: found.decision_id }),
      ...(found.report_id === null ? {} : { reportId: found.report_id }),
    });
  }

  /** Sends a letter to its next recipients. @returns the next step; null where it goes on later, or was withdrawn */
  async function sendNext(tx: Tx, step: SendStep): Promise<SendStep | null> {
    const { letterId, waits } = step;
    const letter = await lettersStore.lockWaiting(tx, letterId);
    if (!letter) return null;
    if (letter.recipient_id === null && (await lettersStore.isClosingReports(tx, letter))) {
      // Who is to be reached is known once all reports are closed.
      await jobs.enqueue(tx, SEND_LETTER, { ...step, waits: waits + 1 }, CLOSING_PAUSE_MS);
      return null;
    }
    const recipients = await findRecipients(tx, letter);
    const last = recipients.at(-1);
    // A step of its own, which locks the subject before the letter.
    if (!last) return { ...step, isDelivered: true };
    await deliverToEach(tx, letter, recipients);
    await lettersStore.setLastRecipient(tx, letterId, last.user_id);
    return step;
  }

  jobs.register(SEND_LETTER, async (tx, step) => {
    const { letterId, isDelivered, only } = step;
    if (only) await deliverToOne(tx, letterId, only);
    else if (isDelivered) await finish(tx, letterId);
    else return sendNext(tx, step);
    return null;
  });

  return {
    /**
     * Enqueues every letter that waits and has no job: it was brought back by a backup, which has no jobs. Doing it again
     * changes nothing.
     */
    async resumeLetters(): Promise<void> {
      for (const { id, send_at } of await lettersStore.findWaiting(db, RESUMED_MAX)) {
        const delayMs = Math.max(0, send_at.getTime() - clock.now().getTime());
        await transact((tx) => jobs.enqueue(tx, SEND_LETTER, { letterId: id, isDelivered: false, waits: 0 }, delayMs));
      }
    },
  };
}
