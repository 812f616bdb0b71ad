import { session } from '../lib/session.ts';
import { rememberUser, seenUser, toChatUser, toMessageType } from './chat-users.ts';
import { lastSeqIn } from './conversations.ts';
import { toMessage, toMessageAck } from './messages.ts';
import { fieldsOf, flagOf, idOf, listOf, rowsOf, textOf, timeOf, wholeOf } from './shapes.ts';

/** An event under the contract's name; undefined if it cannot be normalised. */
export interface NormalisedEvent {
  readonly name: string;
  readonly payload: unknown;
}

const MESSAGE_SENT = 'message_sent';
/** The contract's name of a confirmation, without its key. */
const CONFIRMATION = 'message_sent_';

/**
 * A confirmation with the message is the contract's message_sent; one with the status only identifies the stored entry.
 */
function toSent(raw: unknown): NormalisedEvent {
  const fields = fieldsOf(raw);
  const message = toMessage(fields['message'] instanceof Object ? fields['message'] : raw);
  const messageId = message?._id ?? idOf(fields['messageId']) ?? textOf(fields['tempId']) ?? '';
  const tempId = textOf(fields['tempId']) ?? message?.tempId ?? '';
  const timestamp = timeOf(fields['timestamp']) ?? message?.createdAt ?? new Date().toISOString();
  const status = { status: 'sent', messageId, tempId, timestamp };
  if (message) return { name: MESSAGE_SENT, payload: { ...message, ...status } };
  return { name: CONFIRMATION, payload: status };
}

/** The event that a legacy backend sends under a separate name for each message. */
function toConfirmation(tempId: string, raw: unknown): NormalisedEvent {
  const { error } = fieldsOf(raw);
  if (typeof error === 'string') return { name: 'message_error', payload: { error, code: '', tempId } };
  return toSent({ ...fieldsOf(raw), tempId });
}

/** The user whose conversation has changed: a legacy backend sends only sender and receiver. */
function conversationUserOf(senderId: string, receiverId: string | null): string | undefined {
  const adminId = session.get()?.adminId;
  if (receiverId === null || receiverId === adminId) return senderId;
  return senderId === adminId || seenUser(receiverId) ? receiverId : undefined;
}

/** Unread messages are counted here until the next list response has the count. */
function toUpdate(raw: unknown): unknown {
  const fields = fieldsOf(raw);
  const senderId = idOf(fields['senderId']) ?? '';
  const receiverId = idOf(fields['receiverId']);
  const userId = idOf(fields['userId']) ?? conversationUserOf(senderId, receiverId);
  if (userId === undefined) return undefined;
  const user = seenUser(userId);
  const unreadCount = wholeOf(fields['unreadCount']) ?? (user?.unreadCount ?? 0) + (senderId === userId ? 1 : 0);
  if (user) rememberUser({ ...user, unreadCount });
  return {
    messageId: idOf(fields['messageId']) ?? '',
    content: textOf(fields['content']) ?? '',
    createdAt: timeOf(fields['createdAt']) ?? new Date().toISOString(),
    senderId,
    receiverId: senderId === userId ? null : receiverId,
    type: toMessageType(fields['type']),
    unreadCount,
    userId,
  };
}

function toStatusChange(raw: unknown): unknown {
  const { userId, isOnline, username, avatar, lastActive } = fieldsOf(raw);
  const _id = idOf(userId) ?? idOf(raw);
  if (_id === null) return undefined;
  const user = toChatUser({ _id, username, avatar, lastActive }, flagOf(isOnline));
  return user && { ...user, userId: _id, username: user.username || null };
}

function toRead(raw: unknown): unknown {
  const { byUserId, forUserId, upToSeq } = fieldsOf(raw);
  const [by, whose] = [idOf(byUserId) ?? '', idOf(forUserId)];
  return {
    byUserId: by,
    forUserId: whose,
    upToSeq: wholeOf(upToSeq) ?? Math.max(lastSeqIn(by), lastSeqIn(whose ?? '')),
  };
}

function toReadByAdmins(raw: unknown): unknown {
  const { userId, upToSeq } = fieldsOf(raw);
  const id = idOf(userId) ?? textOf(raw) ?? '';
  const user = seenUser(id);
  if (user) rememberUser({ ...user, unreadCount: 0 });
  return { userId: id, upToSeq: wholeOf(upToSeq) ?? lastSeqIn(id) };
}

/** An earlier server version sends neither the account nor the reporter. */
function toAddedReport(raw: unknown): unknown {
  const { reportId, itemType, itemId, accountId, reporterId } = fieldsOf(raw);
  return { reportId, itemType, itemId, accountId: idOf(accountId), reporterId: idOf(reporterId) };
}

/** For each event of a legacy backend, the function that normalises its payload to the contract's shape. */
const NORMALISERS: Readonly<Record<string, (raw: unknown) => unknown>> = {
  onlineUsers: (raw) =>
    rowsOf(listOf(Array.isArray(raw) ? raw : fieldsOf(raw)['users']), (row) => toChatUser(row, true)),
  user_status_changed: toStatusChange,
  receive_message: (raw) => toMessage(fieldsOf(raw)['message'] instanceof Object ? fieldsOf(raw)['message'] : raw),
  message_error: (raw) => ({
    error: textOf(fieldsOf(raw)['error']) ?? '',
    code: '',
    tempId: textOf(fieldsOf(raw)['tempId']),
  }),
  user_typing_status: (raw) => ({ userId: idOf(fieldsOf(raw)['userId']), isTyping: flagOf(fieldsOf(raw)['isTyping']) }),
  conversation_updated: toUpdate,
  messages_marked_read: toRead,
  messages_marked_read_success: toReadByAdmins,
  report_added: toAddedReport,
};

/** Normalises a legacy backend's event to the contract's shape, as far as possible; the caller parses the result. */
export function normaliseEvent(name: string, raw: unknown): NormalisedEvent | undefined {
  if (name === MESSAGE_SENT) return toSent(raw);
  if (name.startsWith(CONFIRMATION)) return toConfirmation(name.slice(CONFIRMATION.length), raw);
  const payload = NORMALISERS[name]?.(raw);
  return payload === undefined ? undefined : { name, payload };
}

/** Normalises a legacy backend's acknowledgement to the contract's shape, as far as possible; it may be an error. */
export function normaliseAck(name: string, sent: unknown, raw: unknown): unknown {
  const { success, message } = fieldsOf(raw);
  if (success === false) return { error: textOf(message) ?? '' };
  if (name === 'admin_message') return toMessageAck(raw, idOf(fieldsOf(sent)['userId']) ?? '');
  return { success: true };
}
