import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { AskError } from '../lib/socket-ask.ts';
import { conversationStrings as strings } from './conversation.strings.ts';

/** What has become of one attempt to send a text. */
export type Outcome =
  /** Without the message if the answer could not be read. */
  | { readonly kind: 'stored'; readonly message?: ChatMessage }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'unanswered' | 'not-connected' };

/** What an attempt that has no acknowledgement comes to. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof AskError)) return { kind: 'unanswered' };
  if (error.failure === 'refused') return { kind: 'refused', error: error.message || strings.sendFailed };
  return { kind: error.failure === 'malformed' ? 'stored' : error.failure };
}
