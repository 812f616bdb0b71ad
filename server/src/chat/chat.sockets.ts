import {
  adminMarkRead,
  adminMessage,
  markMessagesRead,
  messageError,
  sendMessage,
  userConnected,
  userStopTyping,
  userTyping,
} from '@hai-dang/contract/chat/chat.events.ts';
import type { Account } from '../lib/http/call.ts';
import type { Dispatcher, RefusalTeller } from '../lib/realtime/dispatch.ts';
import { SocketRefusal } from '../lib/realtime/refusal.ts';
import type { ChatService } from './chat.service.ts';

/** What the chat hears from sockets (the wire contract, Socket). */
export function registerChatSockets({ handle }: Pick<Dispatcher, 'handle'>, chat: ChatService): void {
  handle(
    adminMessage,
    async ({ payload: { userId, text, tempId, adminId }, account }) => {
      refuseOthers(adminId, account);
      return { message: await chat.sendAsAdmin({ userId, content: text, tempId }, account) };
    },
    tellSender,
  );

  handle(
    sendMessage,
    async ({ payload: { content, tempId, senderId }, account }) => {
      refuseOthers(senderId, account);
      return { message: await chat.sendAsUser({ content, tempId }, account) };
    },
    tellSender,
  );

  handle(adminMarkRead, async ({ payload: { userId, adminId, upToSeq }, account }) => {
    refuseOthers(adminId, account);
    await chat.markReadByAdmin(userId, upToSeq ?? null, account);
    return { success: true };
  });

  handle(markMessagesRead, async ({ account }) => {
    await chat.markReadByUser(account);
    return { success: true };
  });

  handle(userTyping, ({ account }) => {
    chat.tellUserTyping(account, true);
    return { success: true };
  });

  handle(userStopTyping, ({ account }) => {
    chat.tellUserTyping(account, false);
    return { success: true };
  });

  // He is online from the moment his socket is open; older apps say so beside.
  handle(userConnected, ({ payload, account }) => {
    refuseOthers(payload && userIdOf(payload), account);
    return { success: true };
  });
}

/** Whom a payload names: older clients send the id alone. */
export const userIdOf = (payload: string | { userId: string }): string =>
  typeof payload === 'string' ? payload : payload.userId;

/** The token alone says who is speaking; whoever claims to be somebody else is refused. */
export function refuseOthers(claimedId: string | null | undefined, { id }: Account): void {
  if ((claimedId ?? id) !== id) throw new SocketRefusal('IDENTITY_MISMATCH');
}

/** For what is sent to be stored. */
export const tellSender: RefusalTeller = ({ error }, raw, own) =>
  own.send(messageError, { error, tempId: tempIdOf(raw) });

/** Of a payload that may have been refused for its shape. */
function tempIdOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('tempId' in raw)) return null;
  return typeof raw.tempId === 'string' ? raw.tempId : null;
}
