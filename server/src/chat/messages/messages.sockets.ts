import {
  adminDeleteMessage,
  adminEditMessage,
  adminMarkRead,
  adminMessage,
  type imageConfirmed,
  markMessagesRead,
  messageConfirmed,
  messageError,
  sendMessage,
  userConnected,
  userStopTyping,
  userTyping,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { ChatMessage, NoteMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import type { ErrorAck } from '@hai-dang/contract/lib/socket.errors.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Account } from '../../lib/http/call.ts';
import type { ClientSocket, Dispatcher } from '../../lib/realtime/dispatch.ts';
import { SocketError } from '../../lib/realtime/socket-error.ts';
import { getUserPresence } from '../presence/get-user-presence.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { emitUserTyping } from './emit-typing.ts';
import { markReadByAdmin, markReadByUser } from './mark-read.ts';
import { toSentStatus } from './messages.mapper.ts';
import { sendTextAsAdmin, sendTextAsUser } from './send-text.ts';

type StoreNote = (
  app: App,
  userId: string,
  note: { text: string; key: string },
  authorId: string,
) => Promise<InternalNote>;

/**
 * The events that clients send to the chat (the wire contract, Socket).
 * @param storeNote stores what an administrator writes to their colleagues alone
 */
export function registerChatSockets({ handle }: Pick<Dispatcher, 'handle'>, app: App, storeNote: StoreNote): void {
  /** A note is stored with the notes and never reaches the code that publishes messages. */
  async function createNote(userId: string, text: string, tempId: string, account: Account): Promise<NoteMessage> {
    await getUserPresence(app, userId);
    const { _id, at, note } = await storeNote(app, userId, { text: text.toWellFormed(), key: tempId }, account.id);
    return {
      _id,
      tempId,
      content: note,
      type: 'note',
      sender: { _id: account.id, username: account.username },
      createdAt: at,
    };
  }

  handle(
    adminMessage,
    async ({ payload: { userId, text, tempId, adminId, isInternal, quotedId }, account }) => {
      assertSender(adminId, account);
      if (isInternal) return { message: await createNote(userId, text, String(tempId), account) };
      const draft = { userId, content: text, tempId: String(tempId), quotedId };
      return { message: await sendTextAsAdmin(app, draft, account) };
    },
    { onUnacknowledgedError: reportError, onOutcome: confirmBy(messageConfirmed) },
  );

  handle(
    sendMessage,
    async ({ payload: { content, tempId, senderId }, account }) => {
      assertSender(senderId, account);
      return { message: await sendTextAsUser(app, { content, tempId: String(tempId) }, account) };
    },
    { onUnacknowledgedError: reportError },
  );

  handle(adminEditMessage, async ({ payload: { messageId, text }, account: caller, context: request }) => ({
    message: await editMessage({ ...app, caller, request }, messageId, text),
  }));

  handle(adminDeleteMessage, async ({ payload: { messageId }, account: caller, context: request }) => ({
    message: await deleteMessage({ ...app, caller, request }, messageId),
  }));

  handle(adminMarkRead, async ({ payload: { userId, adminId, upToSeq }, account }) => {
    assertSender(adminId, account);
    await markReadByAdmin(app, userId, upToSeq ?? null, account);
    return { success: true };
  });

  handle(markMessagesRead, async ({ account }) => {
    await markReadByUser(app, account);
    return { success: true };
  });

  handle(userTyping, ({ account }) => {
    emitUserTyping(app, account, true);
    return { success: true };
  });

  handle(userStopTyping, ({ account }) => {
    emitUserTyping(app, account, false);
    return { success: true };
  });

  // A user is online as soon as the socket is open; legacy apps also send this.
  handle(userConnected, ({ payload, account }) => {
    assertSender(payload && userIdOf(payload), account);
    return { success: true };
  });
}

/** Whom a payload names: legacy clients send the id alone. */
export const userIdOf = (payload: string | { userId: string }): string =>
  typeof payload === 'string' ? payload : payload.userId;

/** The token alone says who the sender is; a payload that names another is rejected. */
export function assertSender(claimedId: string | null | undefined, { id }: Account): void {
  if ((claimedId ?? id) !== id) throw new SocketError('IDENTITY_MISMATCH');
}

/** Sends the error of a message that asks for no acknowledgement, as `message_error`. */
export function reportError(error: ErrorAck, raw: unknown, socket: ClientSocket): void {
  socket.send(messageError, { ...error, tempId: tempIdOf(raw) ?? null });
}

/** Sends the event by which a legacy panel learns what became of its message (the wire contract, Socket). */
export const confirmBy =
  (event: typeof messageConfirmed | typeof imageConfirmed) =>
  (
    outcome: { message: Pick<ChatMessage, '_id' | 'createdAt'> } | ErrorAck,
    raw: unknown,
    socket: ClientSocket,
  ): void => {
    const tempId = tempIdOf(raw);
    if (tempId === undefined) return;
    socket.sendKeyed(event, tempId, 'error' in outcome ? outcome : toSentStatus(outcome.message, tempId));
  };

/** The client's key of a payload that may have been rejected for its shape. */
function tempIdOf(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null || !('tempId' in raw)) return undefined;
  const { tempId } = raw;
  return typeof tempId === 'string' || typeof tempId === 'number' ? String(tempId) : undefined;
}
