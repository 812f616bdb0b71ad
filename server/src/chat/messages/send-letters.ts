import type { AppTx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import type { MessageNoticeFields } from './messages.store.ts';
import { publishMessage } from './publish-message.ts';
import { type LetterMessage, sendingStore } from './sending.store.ts';

/**
 * Stores letters to different users in a transaction, and publishes them once it is committed. Each is stored once: the
 * caller knows that it was not sent before.
 */
export async function sendLetters(
  ctx: AppTx,
  letters: ReadonlyArray<LetterMessage & { readonly notice: MessageNoticeFields }>,
  senderId: string,
): Promise<void> {
  if (letters.length === 0) return;
  const { tx, clock, messageSending } = ctx;
  const noticeOf = new Map(letters.map(({ id, notice }) => [id, notice]));
  const sent = await sendingStore.sendLetters(tx, letters, { senderId, at: clock.now() });
  afterCommit(tx, () => {
    messageSending.addStored('text', sent.length);
    for (const row of sent) publishMessage(ctx, { ...row, notice: noticeOf.get(row.id) ?? null });
  });
}
