import { expect } from 'vitest';
import { insertUser } from '../../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../../testing/sample.ts';

/** An open conversation, unless the fields say otherwise. */
const ofConversation = async (
  { database: { db } }: SampleTarget,
  fields: { resolved_at?: Date } = {},
): Promise<Sample> => {
  const { id: userId } = await insertUser(db);
  await db
    .insertInto('conversations')
    .values({ user_id: userId, last_seq: 0, unread_count: 0, ...fields })
    .execute();
  return { params: { userId }, targetId: userId };
};

export const conversationsSamples: Samples = {
  endpoints: {
    resolveConversation: (target) => ofConversation(target),
    reopenConversation: (target) => ofConversation(target, { resolved_at: target.clock.now() }),
    markConversationUnread: (target) => ofConversation(target),
    assignConversation: async (target) => ({ ...(await ofConversation(target)), body: { assigneeId: 'me' } }),
  },
  events: {
    conversation_state_changed: () => ({
      userId: 'u1',
      waitingSince: '2026-11-21T08:00:00.000Z',
      isResolved: false,
      stateSince: '2026-11-21T08:00:00.000Z',
      assignee: { _id: 'a1', username: 'Mai' },
      formerState: 'open',
    }),
  },
  again: { markConversationUnread: 200 },
  audit: {
    resolveConversation: {
      action: 'conversation.resolve',
      target: 'user',
      before: { conversationState: 'open' },
      after: { conversationState: 'resolved' },
      again: 200,
    },
    reopenConversation: {
      action: 'conversation.reopen',
      target: 'user',
      before: { conversationState: 'resolved' },
      after: { conversationState: 'open' },
      again: 200,
    },
    assignConversation: {
      action: 'conversation.assign',
      target: 'user',
      before: { assignee: null },
      after: { assignee: expect.any(String) },
      again: 200,
    },
  },
};
