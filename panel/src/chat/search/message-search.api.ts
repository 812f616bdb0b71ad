import { searchMessages } from '@hai-dang/contract/chat/chat.endpoints.ts';
import type { FoundMessagePage } from '@hai-dang/contract/chat/chat.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { hasCode, isNotFound } from '../../lib/api-error.ts';

interface Search {
  readonly term: string;
  /** In whose conversation; undefined for all. */
  readonly userId: string | undefined;
  /** Where the page begins; null for the first. */
  readonly cursor: string | null;
}

/** A page of the messages in which a term occurs, newest first. @throws ApiError */
export async function fetchFoundMessages(
  { term, userId, cursor }: Search,
  signal: AbortSignal,
): Promise<FoundMessagePage> {
  const body = { searchTerm: term, ...(userId !== undefined && { userId }), ...(cursor !== null && { cursor }) };
  const { data } = await callEndpoint(searchMessages, { body, signal });
  return data;
}

/** Whether it was a legacy backend that refused: it takes the call for another one, or knows none of the kind. */
export const isUnsupported = (error: unknown): boolean => isNotFound(error) || hasCode(error, 'MALFORMED_ANSWER');
