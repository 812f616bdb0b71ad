import { adminConnected, adminDisconnect } from './auth/auth.events.ts';
import { cannedRepliesChanged } from './chat/canned-replies.events.ts';
import {
  adminJoinChat,
  adminLeaveChat,
  adminMarkRead,
  adminMessage,
  adminSendImage,
  adminTyping,
  adminTypingStatus,
  conversationUpdated,
  conversationViewers,
  imageConfirmed,
  markMessagesRead,
  messageConfirmed,
  messageError,
  messageSent,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
  onlineUsers,
  receiveMessage,
  sendMessage,
  userConnected,
  userStatusChanged,
  userStopTyping,
  userTyping,
  userTypingStatus,
} from './chat/chat.events.ts';
import type { KeyedEvent, SocketEvent } from './lib/event.ts';
import {
  notificationAdded,
  notificationChanged,
  notificationRemoved,
  notificationsCleared,
} from './notifications/notifications.events.ts';
import { casesChanged, reportAdded, reportChanged, reportRemoved } from './reports/reports.events.ts';

/** Every socket event of the wire contract. The server refuses to be built without a handler for each it receives. */
export const events: readonly SocketEvent[] = [
  adminConnected,
  adminDisconnect,
  notificationAdded,
  notificationChanged,
  notificationRemoved,
  notificationsCleared,
  reportAdded,
  reportChanged,
  reportRemoved,
  casesChanged,
  adminJoinChat,
  adminLeaveChat,
  adminMessage,
  adminSendImage,
  adminMarkRead,
  adminTyping,
  userConnected,
  sendMessage,
  userTyping,
  userStopTyping,
  markMessagesRead,
  onlineUsers,
  userStatusChanged,
  receiveMessage,
  messageSent,
  messageError,
  userTypingStatus,
  adminTypingStatus,
  conversationUpdated,
  conversationViewers,
  messagesMarkedRead,
  messagesMarkedReadSuccess,
  cannedRepliesChanged,
];

/** Every event of the wire contract whose name ends with a key of the client's. */
export const keyedEvents: readonly KeyedEvent[] = [messageConfirmed, imageConfirmed];
