import { expect, test } from 'vitest';
import { type ConversationWork, conversationStateOf } from './conversations.schema.ts';

const AT = '2026-11-21T00:00:00.000Z';
const OPEN: ConversationWork = { waitingSince: null, isResolved: false, stateSince: AT, assignee: null };

test.each([
  ['a legacy backend says nothing', {}, undefined],
  ['without a conversation', { ...OPEN, stateSince: null }, undefined],
  ['answered', OPEN, 'open'],
  ['resolved', { ...OPEN, isResolved: true }, 'resolved'],
  ['the user waits', { ...OPEN, waitingSince: AT }, 'waiting'],
  ['the user waits in a resolved one', { ...OPEN, waitingSince: AT, isResolved: true }, 'waiting'],
] as const)('conversationStateOf: %s', (_case, work, state) => {
  expect(conversationStateOf(work)).toBe(state);
});
