import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { session } from '../lib/session.ts';
import { seenUser, toMessageType } from './chat-users.ts';
import { numberHistory, numberMessage } from './conversations.ts';
import { dataOf, type Fields, fieldsOf, flagOf, idOf, listIn, rowsOf, textOf, timeOf, wholeOf } from './shapes.ts';

/**
 * Whether an administrator wrote a message (specification, section 3): by its flag, else by its ids.
 * @param userId the user of the conversation, where known
 */
function isByAdmin({ isAdminMessage, sender, receiver }: Fields, userId: string | undefined): boolean {
  if (typeof isAdminMessage === 'boolean') return isAdminMessage;
  const { role } = fieldsOf(sender);
  if (typeof role === 'string') return role === 'admin';
  const senderId = idOf(sender);
  if (userId !== undefined) return senderId !== userId;
  const adminId = session.get()?.adminId;
  const receiverId = idOf(receiver);
  return senderId === adminId || (receiverId !== null && receiverId !== adminId);
}

/** @returns a message without its seq, which its conversation assigns */
function toUnplaced(raw: unknown, userId: string | undefined): ChatMessage | undefined {
  const fields = fieldsOf(raw);
  const _id = idOf(raw);
  const senderId = idOf(fields['sender']);
  if (_id === null || senderId === null) return undefined;
  const { username, avatar } = fieldsOf(fields['sender']);
  const byAdmin = isByAdmin(fields, userId);
  const tempId = textOf(fields['tempId']);
  const caption = textOf(fields['caption']);
  return {
    _id,
    ...(tempId !== null && { tempId }),
    content: textOf(fields['content']) ?? '',
    type: toMessageType(fields['type']),
    ...(caption !== null && { caption }),
    sender: {
      _id: senderId,
      username: textOf(username) ?? seenUser(senderId)?.username ?? null,
      avatar: textOf(avatar) ?? seenUser(senderId)?.avatar ?? null,
      role: byAdmin ? 'admin' : 'user',
    },
    receiver: byAdmin ? (userId ?? idOf(fields['receiver'])) : null,
    createdAt: timeOf(fields['createdAt']) ?? new Date().toISOString(),
    read: flagOf(fields['read']),
    isAdminMessage: byAdmin,
    seq: wholeOf(fields['seq']) ?? 0,
  };
}

/**
 * A message from an event, or from the response to one's own.
 * @param userId the user of the conversation, where known
 */
export function toMessage(raw: unknown, userId?: string): ChatMessage | undefined {
  const message = toUnplaced(raw, userId);
  if (!message || message.seq > 0) return message;
  const owner = message.isAdminMessage ? message.receiver : message.sender._id;
  return owner === null ? undefined : numberMessage(owner, message);
}

/** The last and read sequence numbers of a conversation, derived from its messages. */
function toState(messages: readonly ChatMessage[]) {
  const lastRead = (byAdmin: boolean) =>
    messages.findLast(({ isAdminMessage, read }) => isAdminMessage === byAdmin && read)?.seq ?? 0;
  return { lastSeq: messages.at(-1)?.seq ?? 0, userReadSeq: lastRead(true), adminReadSeq: lastRead(false) };
}

/** The requested part of a whole history. */
function partOf(messages: readonly ChatMessage[], { before, after, limit }: Fields): readonly ChatMessage[] {
  const most = wholeOf(limit) ?? messages.length;
  if (typeof after === 'number') return messages.filter(({ seq }) => seq > after).slice(0, most);
  const earlier = typeof before === 'number' ? messages.filter(({ seq }) => seq < before) : messages;
  return earlier.slice(Math.max(0, earlier.length - most));
}

/** A history: a legacy backend always sends the whole of it. */
export function toHistory(raw: unknown, userId: string, body: unknown): unknown {
  const list = listIn(raw, 'messages');
  if (!list) return raw;
  const rows = rowsOf(list, (row) => toUnplaced(row, userId));
  const { conversation } = fieldsOf(raw);
  if (conversation instanceof Object && rows.every(({ seq }) => seq > 0))
    return { success: true, data: rows, conversation };
  const messages = numberHistory(userId, rows);
  return { success: true, data: partOf(messages, fieldsOf(body)), conversation: toState(messages) };
}

/** The message in a response: as it is, or under one of the field names that backends use. */
function messageIn(raw: unknown): unknown {
  const { message, data, _id } = fieldsOf(raw);
  if (_id !== undefined) return raw;
  return message instanceof Object ? message : (fieldsOf(data)['message'] ?? data);
}

/** The response to a sent image. */
export const toSentImage = (raw: unknown, userId: string): unknown => ({
  success: true,
  data: toMessage(messageIn(raw), userId) ?? dataOf(raw),
});

/** The acknowledgement of a text; one without the message is a confirmation too. */
export function toMessageAck(raw: unknown, userId: string): unknown {
  const message = toMessage(messageIn(raw), userId);
  return message ? { message } : raw;
}
