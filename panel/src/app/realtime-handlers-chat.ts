import { followCannedReplies } from '../chat/canned-replies/canned-replies.realtime.ts';
import { followChatList } from '../chat/list/chat-list.realtime.ts';
import type { Follow } from './realtime-handlers.ts';

/** The socket handlers of the chat, loaded with its first query. */
export const FOLLOWS: readonly Follow[] = [followChatList, followCannedReplies];
