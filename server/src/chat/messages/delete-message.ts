import { messageDeleted } from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { type Ctx, inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { deleteUnusedImagesOf } from '../images/delete-images.ts';
import { messageChangesStore } from './message-changes.store.ts';
import { lockOwnMessage, publishChange, recordChange, requireChangeable } from './own-message.ts';

/**
 * Deletes a text or an image of the caller's own: nothing of it stays but its place in the conversation. Idempotent.
 * @throws {DomainError} MESSAGE_NOT_FOUND, MESSAGE_NOT_CHANGEABLE, MESSAGE_TOO_OLD
 */
export const deleteMessage = (call: Ctx, messageId: string): Promise<ChatMessage> =>
  inTransaction(call, async (ctx) => {
    const { tx, clock } = ctx;
    const message = await lockOwnMessage(ctx, messageId);
    if (message.deleted_at) return publishChange(ctx, messageDeleted, message);
    requireChangeable(ctx, message);
    await messageChangesStore.setDeleted(tx, messageId, clock.now());
    const { user_id, type, content, caption, created_at, image_name, image_preview_name } = message;
    const names = [image_name, image_preview_name].filter((name) => name !== null);
    await deleteUnusedImagesOf(ctx, user_id, names, created_at);
    const before = type === 'image' ? { image: content, ...(caption === null ? {} : { caption }) } : { text: content };
    await recordChange(ctx, 'message.delete', message, { before, after: {} });
    const deleted = await messageChangesStore.findForUpdate(tx, messageId);
    if (!deleted) throw new DomainError('MESSAGE_NOT_FOUND');
    return publishChange(ctx, messageDeleted, deleted);
  });
