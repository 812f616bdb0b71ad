import { sendLetters } from '../../chat/messages/send-letters.ts';
import type { AppTx } from '../../lib/context.ts';
import { attempt, isGivenUp } from '../../lib/db/transact.ts';
import { newId } from '../../lib/ids.ts';
import { SEND_LETTER } from './letter-job.ts';
import { addressLetter } from './letter-text.ts';
import { type LetterRow, lettersStore, type NewNotice, type RecipientRow } from './letters.store.ts';

/** One recipient is tried again alone after this pause; then as often as any job. */
const RETRY_PAUSE_MS = 5_000;

/**
 * Reaches those of some recipients of a locked letter who still have an account; an administrator has no conversation and gets
 * the notice alone.
 */
export async function deliverLetter(ctx: AppTx, letter: LetterRow, recipients: readonly RecipientRow[]): Promise<void> {
  const { tx, clock } = ctx;
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
  await sendLetters(ctx, messages, letter.sender_id);
  await lettersStore.insertNotices(tx, letter, notices, clock.now());
}

/**
 * Reaches these recipients together, or else one by one: a recipient who cannot be reached does not delay the others, and is
 * tried again in a job of their own.
 */
export async function deliverLetterToEach(
  ctx: AppTx,
  letter: LetterRow,
  recipients: readonly RecipientRow[],
): Promise<void> {
  const { tx, jobs } = ctx;
  const failures: Array<{ recipient: RecipientRow; error: unknown }> = [];
  const tryThese = async (some: readonly RecipientRow[]): Promise<unknown> => {
    try {
      await attempt(tx, () => deliverLetter(ctx, letter, some));
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
