import type { AuditAction } from '@hai-dang/contract/audit/audit.schema.ts';
import { messageDeleted, messageEdited } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_CHANGE_MS } from '@hai-dang/contract/constants.ts';
import { insertAuditEntry } from '../../audit/record-audit.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import type { ChatImages } from '../images/chat-images.service.ts';
import { type LockedMessage, messageChangesStore } from './message-changes.store.ts';
import { toChatMessage } from './messages.mapper.ts';

interface MessageChangesNeeds {
  database: Pick<Database, 'transact'>;
  chatImages: Pick<ChatImages, 'deleteUnusedOf'>;
  publisher: Publisher;
  clock: Clock;
}

/** The caller of a change. */
interface By {
  caller: Caller;
  context: CallContext;
}

/**
 * What an administrator can change of a message of their own, within five minutes. A repeat changes nothing, and publishes again:
 * the first event may have been lost. The audit log has what stood before.
 */
export function createMessageChanges({ database, chatImages, publisher, clock }: MessageChangesNeeds) {
  const { transact } = database;

  /** @throws {DomainError} MESSAGE_NOT_FOUND, also for somebody else's */
  async function lockOwn(tx: Tx, messageId: string, { id }: Caller): Promise<LockedMessage> {
    const message = await messageChangesStore.findForUpdate(tx, messageId);
    if (!message?.is_from_admin || message.sender_id !== id) throw new DomainError('MESSAGE_NOT_FOUND');
    return message;
  }

  /** @throws {DomainError} MESSAGE_NOT_CHANGEABLE for a letter; MESSAGE_TOO_OLD */
  function requireChangeable({ is_letter, created_at }: LockedMessage): void {
    if (is_letter) throw new DomainError('MESSAGE_NOT_CHANGEABLE');
    if (clock.now().getTime() - created_at.getTime() > MESSAGE_CHANGE_MS) throw new DomainError('MESSAGE_TOO_OLD');
  }

  /** Publishes a message as it is now to all administrators and to its user. @returns it as its author sees it */
  function publish(tx: Tx, event: typeof messageEdited | typeof messageDeleted, message: LockedMessage): ChatMessage {
    const { id: messageId, user_id: userId, seq, last_seq, sender_id } = message;
    const payload = { messageId, userId, message: toChatMessage(message, message, null), isLast: seq === last_seq };
    afterCommit(tx, () => {
      publisher.toAdmins(event, payload);
      publisher.toAccount(userId, event, payload);
    });
    return toChatMessage(message, message, sender_id);
  }

  const record = (
    tx: Tx,
    action: AuditAction,
    { id: messageId, user_id, user_name }: LockedMessage,
    { before, after, by }: { before: object; after: object; by: By },
  ): Promise<void> =>
    insertAuditEntry(
      tx,
      {
        action,
        actor: by.caller,
        target: { type: 'user', id: user_id, name: user_name },
        before: { ...before },
        after: { messageId, ...after },
        context: by.context,
      },
      clock.now(),
    );

  return {
    /**
     * Edits a text of the caller's own.
     * @throws {DomainError} MESSAGE_NOT_FOUND, MESSAGE_DELETED, MESSAGE_NOT_CHANGEABLE, MESSAGE_TOO_OLD
     */
    editMessage: (messageId: string, text: string, by: By): Promise<ChatMessage> =>
      transact(async (tx) => {
        const message = await lockOwn(tx, messageId, by.caller);
        if (message.deleted_at) throw new DomainError('MESSAGE_DELETED');
        if (message.type !== 'text') throw new DomainError('MESSAGE_NOT_CHANGEABLE');
        const content = text.toWellFormed();
        if (content === message.content) return publish(tx, messageEdited, message);
        requireChangeable(message);
        const edited_at = await messageChangesStore.setContent(tx, messageId, content, clock.now());
        await record(tx, 'message.edit', message, {
          before: { text: message.content },
          after: { text: content },
          by,
        });
        return publish(tx, messageEdited, { ...message, content, edited_at });
      }),

    /**
     * Deletes a text or an image of the caller's own: nothing of it stays but its place in the conversation. Idempotent.
     * @throws {DomainError} MESSAGE_NOT_FOUND, MESSAGE_NOT_CHANGEABLE, MESSAGE_TOO_OLD
     */
    deleteMessage: (messageId: string, by: By): Promise<ChatMessage> =>
      transact(async (tx) => {
        const message = await lockOwn(tx, messageId, by.caller);
        if (message.deleted_at) return publish(tx, messageDeleted, message);
        requireChangeable(message);
        await messageChangesStore.setDeleted(tx, messageId, clock.now());
        const { user_id, type, content, caption, created_at, image_name, image_preview_name } = message;
        const names = [image_name, image_preview_name].filter((name) => name !== null);
        await chatImages.deleteUnusedOf(tx, user_id, names, created_at);
        const before =
          type === 'image' ? { image: content, ...(caption === null ? {} : { caption }) } : { text: content };
        await record(tx, 'message.delete', message, { before, after: {}, by });
        const deleted = await messageChangesStore.findForUpdate(tx, messageId);
        if (!deleted) throw new DomainError('MESSAGE_NOT_FOUND');
        return publish(tx, messageDeleted, deleted);
      }),
  };
}
export type MessageChanges = ReturnType<typeof createMessageChanges>;
