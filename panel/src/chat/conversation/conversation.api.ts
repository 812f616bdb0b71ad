import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatMessage, ConversationState } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_HISTORY_MAX_LIMIT } from '@hai-dang/contract/constants.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** Messages read at a time when one looks back, or forward from a part of the past. */
export const PAGE_SIZE = 100;

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly conversation: ConversationState;
}

/** The part of a conversation before or after a seq, both exclusive; without either, the newest. */
export interface MessageRange {
  readonly before?: number;
  readonly after?: number;
  /** At most so many; else a page, or of what has come since as many as there may be. */
  readonly limit?: number;
}

/** Reads a part of a user's conversation. @throws ApiError */
export async function fetchMessages(userId: string, range: MessageRange, signal: AbortSignal): Promise<MessagePage> {
  const limit = range.after === undefined ? PAGE_SIZE : CHAT_HISTORY_MAX_LIMIT;
  const answer = await callEndpoint(listMessages, {
    params: { userId },
    body: { limit, ...range },
    signal,
  });
  return { messages: answer.data, conversation: answer.conversation };
}
