import { messageEdited } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { messageChangesStore } from './message-changes.store.ts';
import { lockOwnMessage, publishChange, recordChange, requireChangeable } from './own-message.ts';

/**
 * Edits a text of the caller's own.
 * @throws {DomainError} MESSAGE_NOT_FOUND, MESSAGE_DELETED, MESSAGE_NOT_CHANGEABLE, MESSAGE_TOO_OLD
 */
export const editMessage = (call: Ctx, messageId: string, text: string): Promise<ChatMessage> =>
  inTransaction(call, async (ctx) => {
    const message = await lockOwnMessage(ctx, messageId);
    if (message.deleted_at) throw new DomainError('MESSAGE_DELETED');
    if (message.type !== 'text') throw new DomainError('MESSAGE_NOT_CHANGEABLE');
    const content = text.toWellFormed();
    if (content === message.content) return publishChange(ctx, messageEdited, message);
    requireChangeable(ctx, message);
    const edited_at = await messageChangesStore.setContent(ctx.tx, messageId, content, ctx.clock.now());
    await recordChange(ctx, 'message.edit', message, {
      before: { text: message.content },
      after: { text: content },
    });
    return publishChange(ctx, messageEdited, { ...message, content, edited_at });
  });
