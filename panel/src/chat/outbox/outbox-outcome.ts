import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { ApiError } from '../../lib/api-error.ts';
import { AskError } from '../../lib/socket-ask.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

/** What has become of one attempt to send something. */
export type Outcome =
  /** Without the message if the answer could not be read. */
  | { readonly kind: 'stored'; readonly message?: ChatMessage | undefined }
  | { readonly kind: 'rejected'; readonly error: string }
  /** With the pause that the server has asked for, if it has. */
  | { readonly kind: 'unanswered'; readonly pauseMs?: number }
  | { readonly kind: 'not-connected' }
  /** Thrown away meanwhile. */
  | { readonly kind: 'discarded' };

/** A server that asks for more is asked again all the same: what waits is given up after a while. */
const PAUSE_MAX_MS = 10_000;
/** Refusals that tell of the moment and not of what was sent. */
const PASSING_STATUSES = [408, 425, 429];

function outcomeOfCall({ status, code, message, retryAfterSeconds }: ApiError): Outcome {
  // Done, but the answer cannot be read.
  if (code === 'MALFORMED_ANSWER') return { kind: 'stored' };
  // The session has ended; it is sent when its owner is back.
  if (status === 401) return { kind: 'not-connected' };
  if (status === 0 || status >= 500 || PASSING_STATUSES.includes(status)) {
    const pauseMs = Math.min((retryAfterSeconds ?? 0) * 1_000, PAUSE_MAX_MS);
    return { kind: 'unanswered', pauseMs };
  }
  return { kind: 'rejected', error: message || strings.sendFailed };
}

/** What an attempt that has no acknowledgement comes to. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ApiError) return outcomeOfCall(error);
  if (!(error instanceof AskError)) return { kind: 'unanswered' };
  if (error.failure === 'rejected') return { kind: 'rejected', error: error.message || strings.sendFailed };
  return { kind: error.failure === 'malformed' ? 'stored' : error.failure };
}
