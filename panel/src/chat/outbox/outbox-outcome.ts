import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { ApiError } from '../../lib/api-error.ts';
import { AskError } from '../../lib/socket-ask.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

/** The outcome of one attempt to send an entry. */
export type Outcome =
  /** The message is absent if the response could not be parsed. */
  | { readonly kind: 'stored'; readonly message?: ChatMessage | undefined }
  | { readonly kind: 'rejected'; readonly error: string }
  /** The pause is the server's Retry-After, if it sent one. */
  | { readonly kind: 'no-response'; readonly pauseMs?: number }
  | { readonly kind: 'not-connected' }
  /** Discarded meanwhile. */
  | { readonly kind: 'discarded' };

/** Limits a longer Retry-After: pending entries time out after a while. */
const PAUSE_MAX_MS = 10_000;
/** Transient statuses, which do not depend on the content. */
const PASSING_STATUSES = [408, 425, 429];

function outcomeOfCall({ status, code, message, retryAfterSeconds }: ApiError): Outcome {
  // Stored, but the response cannot be parsed.
  if (code === 'MALFORMED_RESPONSE') return { kind: 'stored' };
  // The session has ended; the entry is sent after the next sign-in of the same administrator.
  if (status === 401) return { kind: 'not-connected' };
  if (status === 0 || status >= 500 || PASSING_STATUSES.includes(status)) {
    const pauseMs = Math.min((retryAfterSeconds ?? 0) * 1_000, PAUSE_MAX_MS);
    return { kind: 'no-response', pauseMs };
  }
  return { kind: 'rejected', error: message || strings.sendFailed };
}

/** The outcome of an attempt that threw. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ApiError) return outcomeOfCall(error);
  if (!(error instanceof AskError)) return { kind: 'no-response' };
  if (error.failure === 'rejected') return { kind: 'rejected', error: error.message || strings.sendFailed };
  return { kind: error.failure === 'malformed' ? 'stored' : error.failure };
}
