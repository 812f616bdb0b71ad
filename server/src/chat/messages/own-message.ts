import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import type { messageDeleted, messageEdited } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_CHANGE_MS } from '@hai-dang/contract/constants.ts';
import { type AuditState, recordAudit } from '../../audit/record-audit.ts';
import type { App, AppTx, TxCtx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { type LockedMessage, messageChangesStore } from './message-changes.store.ts';
import { toChatMessage } from './messages.mapper.ts';

// An administrator can change their own message within five minutes. A repeat changes nothing, and publishes again:
// the first event may have been lost. The audit log has what stood before.

/** @throws {DomainError} MESSAGE_NOT_FOUND, also for somebody else's */
export async function lockOwnMessage({ tx, caller }: TxCtx, messageId: string): Promise<LockedMessage> {
  const message = await messageChangesStore.findForUpdate(tx, messageId);
  if (!message?.is_from_admin || message.sender_id !== caller.id) throw new DomainError('MESSAGE_NOT_FOUND');
  return message;
}

/** @throws {DomainError} MESSAGE_NOT_CHANGEABLE for a letter; MESSAGE_TOO_OLD */
export function requireChangeable(
  { clock }: Pick<App, 'clock'>,
  { is_letter, created_at }: Pick<LockedMessage, 'is_letter' | 'created_at'>,
): void {
  if (is_letter) throw new DomainError('MESSAGE_NOT_CHANGEABLE');
  if (clock.now().getTime() - created_at.getTime() > MESSAGE_CHANGE_MS) throw new DomainError('MESSAGE_TOO_OLD');
}

/** Publishes a message as it is now to all administrators and to its user. @returns it as its author sees it */
export function publishChange(
  { tx, publisher }: AppTx,
  event: typeof messageEdited | typeof messageDeleted,
  message: LockedMessage,
): ChatMessage {
  const { id: messageId, user_id: userId, seq, last_seq, sender_id } = message;
  const payload = { messageId, userId, message: toChatMessage(message, message, null), isLast: seq === last_seq };
  afterCommit(tx, () => {
    publisher.toAdmins(event, payload);
    publisher.toAccount(userId, event, payload);
  });
  return toChatMessage(message, message, sender_id);
}

/** Records what stood in a message of the caller, and what stands there now. */
export const recordChange = (
  ctx: TxCtx,
  action: AuditAction,
  { id: messageId, user_id, user_name }: LockedMessage,
  { before, after }: { before: AuditState; after: AuditState },
): Promise<void> =>
  recordAudit(ctx, {
    action,
    target: { type: 'user', id: user_id, name: user_name },
    before,
    after: { messageId, ...after },
  });
