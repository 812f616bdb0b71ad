import { listMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { ChatMessage, ConversationState } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_HISTORY_MAX_LIMIT } from '@hai-dang/contract/constants.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** Messages loaded at a time when scrolling back, or forward from a detached window. */
export const PAGE_SIZE = 100;

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly conversation: ConversationState;
}

/** The messages before or after a seq, both exclusive; without either, the newest. */
export interface MessageRange {
  readonly before?: number;
  readonly after?: number;
  /** The maximum count. Default: a page, or with `after` the server's maximum. */
  readonly limit?: number;
}

/**
 * Fetches a range of a user's conversation.
 * @throws ApiError
 */
export async function fetchMessages(userId: string, range: MessageRange, signal: AbortSignal): Promise<MessagePage> {
  const limit = range.after === undefined ? PAGE_SIZE : CHAT_HISTORY_MAX_LIMIT;
  const response = await callEndpoint(listMessages, {
    params: { userId },
    body: { limit, ...range },
    signal,
  });
  return { messages: response.data, conversation: response.conversation };
}
