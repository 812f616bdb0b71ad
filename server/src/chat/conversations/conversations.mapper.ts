import type { ConversationStateName, ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import type { ConversationWorkRow } from './conversations.store.ts';

/** A user who waits is never taken for one whose conversation is resolved. */
export function stateOf({
  waiting_since,
  resolved_at,
}: Pick<ConversationWorkRow, 'waiting_since' | 'resolved_at'>): ConversationStateName {
  if (waiting_since) return 'waiting';
  return resolved_at ? 'resolved' : 'open';
}

/** How much work a conversation still is, as it crosses the wire; without one `opened_at` is null. */
export const toConversationWork = (
  row: Omit<ConversationWorkRow, 'opened_at'> & { opened_at: Date | null },
): ConversationWork => ({
  waitingSince: row.waiting_since?.toISOString() ?? null,
  isResolved: stateOf(row) === 'resolved',
  stateSince: (row.waiting_since ?? row.resolved_at ?? row.opened_at)?.toISOString() ?? null,
  assignee:
    row.assignee_id === null || row.assignee_name === null
      ? null
      : { _id: row.assignee_id, username: row.assignee_name },
});
