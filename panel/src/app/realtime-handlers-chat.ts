import { cannedRepliesChanged } from '@hai-dang/contract/chat/canned-replies.events.ts';
import { followChatList } from '../chat/list/chat-list.realtime.ts';
import { refetchOn } from '../lib/refetch-on.ts';
import type { Follow } from './realtime-handlers.ts';

/** The socket handlers of the chat, loaded with its first query. */
export const FOLLOWS: readonly Follow[] = [followChatList, refetchOn(['canned-replies'], [cannedRepliesChanged])];
