import type { Tx } from '../../lib/db/database.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { type BulkOfLetter, bulkLettersStore } from './bulk-letters.store.ts';
import { describeOthers } from './letter-text.ts';
import { type LetterRow, lettersStore, type RecipientRow } from './letters.store.ts';

const NAMED_MAX = 3;
const SHORTEST_PAUSE_MS = 5_000;

/** How long a letter waits for the end of the action on many subjects that made its decision; 0 where it does not. */
export function pauseOfBulk(bulk: BulkOfLetter | undefined, now: Date): number {
  if (!bulk?.is_running || !bulk.started_at) return 0;
  // As long again as the action has run: thousands of letters do not ask every few seconds.
  return Math.max(SHORTEST_PAUSE_MS, now.getTime() - bulk.started_at.getTime());
}

/** The letter with what else the action has taken down of the owner whom it is to reach. */
export async function withOthers(tx: Tx, letter: LetterRow, bulk: BulkOfLetter | undefined): Promise<LetterRow> {
  // Of the letters to one user, those to the owner about a decision can be appealed against.
  const isToOwner = letter.recipient_id !== null && letter.appeal_until !== null;
  if (!bulk || !isToOwner || !letter.has_message) return letter;
  const others = await bulkLettersStore.findOthers(tx, bulk, letter.decision_id, NAMED_MAX);
  const [first] = others;
  if (!first) return letter;
  const named = [];
  for (const other of others) {
    const ref = toSubjectRef(other);
    named.push({ itemType: ref.itemType, title: await lettersStore.findTitle(tx, ref), isTakenDown: false });
  }
  const { points, points_expire_at: expireAt } = bulk;
  const given = points > 0 && expireAt ? { count: points, expireAt } : null;
  return { ...letter, text: `${letter.text}\n\n${describeOthers(named, first.total, given)}` };
}

/** The reporters of one step: the notice alone for those who have a message about another decision of the action. */
export async function withOneMessage(
  tx: Tx,
  letter: LetterRow,
  bulk: BulkOfLetter | undefined,
  recipients: readonly RecipientRow[],
): Promise<readonly RecipientRow[]> {
  if (!bulk || letter.recipient_id !== null || letter.kind === 'decision_undone') return recipients;
  await bulkLettersStore.lockSending(tx, bulk.id);
  const ids = recipients.map(({ user_id }) => user_id);
  const reached = new Set(await bulkLettersStore.findReached(tx, bulk.id, letter.kind, ids));
  return recipients.map((recipient) =>
    reached.has(recipient.user_id) ? { ...recipient, has_message: false } : recipient,
  );
}
