import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../lib/fields.ts';

/** A user waits for an answer until an administrator writes or resolves the conversation; their next message opens it again (ours). */
export const CONVERSATION_STATES = ['waiting', 'open', 'resolved'] as const;
export const conversationStateNameSchema = z.enum(CONVERSATION_STATES);
export type ConversationStateName = z.infer<typeof conversationStateNameSchema>;

export const CONVERSATION_FILTERS = ['all', ...CONVERSATION_STATES] as const;
export const conversationFilterSchema = z.enum(CONVERSATION_FILTERS);
export type ConversationFilter = z.infer<typeof conversationFilterSchema>;

export const CONVERSATION_SORTS = ['activity', 'waiting'] as const;
export const conversationSortSchema = z.enum(CONVERSATION_SORTS);
export type ConversationSort = z.infer<typeof conversationSortSchema>;

/** How much work a conversation still is, and whose. */
export const conversationWorkSchema = z.object({
  /** Since when the user waits for an answer; null while they do not. */
  waitingSince: z.nullable(timestampSchema),
  isResolved: z.boolean(),
  /** Since when it is in its present state; null without a conversation. */
  stateSince: z.nullable(timestampSchema),
  /** The administrator who handles it; null while nobody does. */
  assignee: z.nullable(z.object({ _id: idSchema, username: z.string() })),
});
export type ConversationWork = z.infer<typeof conversationWorkSchema>;

/** The state of a conversation: a user who waits does so even in a resolved one. Undefined without one, and from a legacy backend. */
export function conversationStateOf({
  waitingSince,
  isResolved,
  stateSince,
}: {
  readonly [Field in 'waitingSince' | 'isResolved' | 'stateSince']?: ConversationWork[Field] | undefined;
}): ConversationStateName | undefined {
  if (!stateSince) return undefined;
  if (waitingSince) return 'waiting';
  return isResolved ? 'resolved' : 'open';
}

/** A conversation that counts as unread again. */
export const markedUnreadSchema = z.object({ unreadCount: z.int() });

/** How many conversations are in each state, and how many users there are; counted up to {@link CONVERSATIONS_COUNTED_UP_TO} each. */
export const conversationCountsSchema = z.object({
  all: z.int(),
  waiting: z.int(),
  open: z.int(),
  resolved: z.int(),
});
export type ConversationCounts = z.infer<typeof conversationCountsSchema>;
