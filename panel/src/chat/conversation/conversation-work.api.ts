import type { AssignConversationBody } from '@hai-dang/contract/chat/conversation-changes.schema.ts';
import {
  assignConversation as assignEndpoint,
  reopenConversation as reopenEndpoint,
  resolveConversation as resolveEndpoint,
} from '@hai-dang/contract/chat/conversations.endpoints.ts';
import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/**
 * Resolves a conversation.
 * @param upToSeq the newest message that was shown, 0 for none: a later one of the user rejects it
 * @throws ApiError
 */
export async function resolveConversation(userId: string, upToSeq: number): Promise<ConversationWork> {
  const body = upToSeq > 0 ? { upToSeq } : {};
  return (await callEndpoint(resolveEndpoint, { params: { userId }, body })).data;
}

/** @throws ApiError */
export async function reopenConversation(userId: string): Promise<ConversationWork> {
  return (await callEndpoint(reopenEndpoint, { params: { userId } })).data;
}

/**
 * Claims a conversation or gives it back.
 * @throws ApiError
 */
export async function assignConversation(userId: string, body: AssignConversationBody): Promise<ConversationWork> {
  return (await callEndpoint(assignEndpoint, { params: { userId }, body })).data;
}
