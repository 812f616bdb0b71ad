import { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { FoundMessagePage } from '@hai-dang/contract/chat/chat.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { hasCode, isNotFound } from '../../lib/api-error.ts';

interface Search {
  readonly term: string;
  /** The user of the conversation; undefined for all. */
  readonly userId: string | undefined;
  /** The start of the page; null for the first. */
  readonly cursor: string | null;
}

/**
 * A page of the messages that match a term, newest first.
 * @throws ApiError
 */
export async function fetchFoundMessages(
  { term, userId, cursor }: Search,
  signal: AbortSignal,
): Promise<FoundMessagePage> {
  const body = { searchTerm: term, ...(userId !== undefined && { userId }), ...(cursor !== null && { cursor }) };
  const { data } = await callEndpoint(searchMessages, { body, signal });
  return data;
}

/** Whether a legacy backend rejected the call: it takes it for another endpoint, or has no such endpoint. */
export const isUnsupported = (error: unknown): boolean => isNotFound(error) || hasCode(error, 'MALFORMED_ANSWER');
