import type { ConversationCounts, ConversationStateName } from '@hai-dang/contract/chat/conversations.schema.ts';
import { CONVERSATIONS_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import type { Move } from './live-work.ts';

/** The counts that a list has fetched, and the changes of state that it has received. */
export interface CountSources {
  /** undefined while unknown. */
  readonly counts: ConversationCounts | undefined;
  /** When they were asked for, in ms since 1970. */
  readonly readAt: number;
  readonly moves: readonly Move[];
}

/** The fetched counts and the changes of state since; one that was counted up to the limit stays. */
export function countsNow({ counts, readAt, moves }: CountSources): ConversationCounts | undefined {
  if (!counts) return undefined;
  const now = { ...counts };
  const add = (state: ConversationStateName, by: 1 | -1) => {
    if (counts[state] < CONVERSATIONS_COUNTED_UP_TO) now[state] = Math.max(0, now[state] + by);
  };
  for (const { at, from, to } of moves) {
    if (at < readAt) continue;
    if (from) add(from, -1);
    add(to, 1);
  }
  return now;
}
