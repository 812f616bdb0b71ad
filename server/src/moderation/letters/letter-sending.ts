import type { App, AppTx } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { bulkLettersStore } from './bulk-letters.store.ts';
import { pauseOfBulk, withOneMessage, withOthers } from './bulk-letters.ts';
import { deliverLetter, deliverLetterToEach } from './deliver-letter.ts';
import { SEND_LETTER, type SendStep } from './letter-job.ts';
import { type LetterRow, lettersStore, type RecipientRow } from './letters.store.ts';

/** Recipients of one step: few enough that the chat does not notice. */
export const RECIPIENTS_PER_STEP = 150;
const RESUMED_MAX = 10_000;
const CLOSING_PAUSE_MS = 5_000;

/**
 * States the job that sends the letters that are due. Message and notice of a recipient are stored in one transaction with how
 * far the letter has come, so that each gets it once, whatever is killed when. A letter is locked before the accounts and
 * conversations of its recipients, and after the subject that it is about.
 */
export const registerLetterSending = (app: App): void =>
  app.jobs.register(SEND_LETTER, async (tx, step) => {
    const ctx = { ...app, tx };
    const { letterId, isDelivered, only } = step;
    if (only) await deliverToOne(ctx, letterId, only);
    else if (isDelivered) await finish(ctx, letterId);
    else return sendNext(ctx, step);
    return null;
  });

/**
 * Enqueues every letter that waits and has no job: it was brought back by a backup, which has no jobs. Doing it again
 * changes nothing.
 */
export async function resumeLetters({ db, transact, clock, jobs }: App): Promise<void> {
  for (const { id, send_at } of await lettersStore.findWaiting(db, RESUMED_MAX)) {
    const delayMs = Math.max(0, send_at.getTime() - clock.now().getTime());
    await transact((tx) => jobs.enqueue(tx, SEND_LETTER, { letterId: id, isDelivered: false, waits: 0 }, delayMs));
  }
}

/** Sends a letter to its next recipients. @returns the next step; null where it goes on later, or was withdrawn */
async function sendNext(ctx: AppTx, step: SendStep): Promise<SendStep | null> {
  const { tx, clock, jobs } = ctx;
  const { letterId, waits } = step;
  const letter = await lettersStore.lockWaiting(tx, letterId);
  if (!letter) return null;
  const bulk = await bulkLettersStore.find(tx, letter);
  const pauseMs = pauseOfBulk(bulk, clock.now());
  if (pauseMs > 0) {
    // The other contents of the same account are known once all are decided.
    await jobs.enqueue(tx, SEND_LETTER, { ...step, waits: waits + 1 }, pauseMs);
    return null;
  }
  if (letter.recipient_id === null && (await lettersStore.isClosingReports(tx, letter))) {
    // Who is to be reached is known once all reports are closed.
    await jobs.enqueue(tx, SEND_LETTER, { ...step, waits: waits + 1 }, CLOSING_PAUSE_MS);
    return null;
  }
  const recipients = await findRecipients(tx, letter);
  const last = recipients.at(-1);
  // A step of its own, which locks the subject before the letter.
  if (!last) return { ...step, isDelivered: true };
  const reached = await withOneMessage(tx, letter, bulk, recipients);
  await deliverLetterToEach(ctx, await withOthers(tx, letter, bulk), reached);
  await lettersStore.setLastRecipient(tx, letterId, last.user_id);
  return step;
}

async function findRecipients(tx: Tx, letter: LetterRow): Promise<RecipientRow[]> {
  const { recipient_id: userId, last_recipient_id, report_id, kind } = letter;
  if (userId !== null) return last_recipient_id === '' ? [{ user_id: userId, report_id, has_message: true }] : [];
  const find = kind === 'decision_undone' ? lettersStore.findNotified : lettersStore.findReporters;
  return find(tx, letter, RECIPIENTS_PER_STEP);
}

/** Tries again to reach one recipient of a letter that has reached the others; nothing for one that was withdrawn. */
async function deliverToOne(ctx: AppTx, letterId: string, only: NonNullable<SendStep['only']>): Promise<void> {
  const letter = await lettersStore.lockUnlessWithdrawn(ctx.tx, letterId);
  if (!letter || (await lettersStore.isNotified(ctx.tx, letterId, only.userId))) return;
  await deliverLetter(ctx, letter, [{ user_id: only.userId, report_id: only.reportId, has_message: only.hasMessage }]);
}

/** Marks a letter as sent once it has reached everybody, with its event. */
async function finish(ctx: AppTx, letterId: string): Promise<void> {
  const { tx, clock } = ctx;
  const found = await lettersStore.find(tx, letterId);
  if (!found) return;
  const subject = await lockSubject(ctx, toSubjectRef(found), null);
  if (!(await lettersStore.setSent(tx, letterId, clock.now()))) return;
  await appendEvent(subject, {
    kind: 'letter_sent',
    actor: { type: 'system' },
    ...(found.decision_id === null ? {} : { decisionId: found.decision_id }),
    ...(found.report_id === null ? {} : { reportId: found.report_id }),
  });
}
