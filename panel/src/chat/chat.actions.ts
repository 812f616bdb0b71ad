import { ArrowDown, ArrowLeft, Flag, FlagTriangleRight, MessageSquareText, Search } from 'lucide-react';
import type { Action, ActionDefinition } from '../lib/actions.ts';
import { cannedRepliesStrings } from './canned-replies/canned-replies.strings.ts';
import { chatStrings } from './chat.strings.ts';
import { conversationStrings as strings } from './conversation/conversation.strings.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { messageSearchStrings } from './search/message-search.strings.ts';

/** The actions of the list and of the open conversation. */
export const chatActions = {
  applyOrder: { id: 'chat.applyOrder', label: chatStrings.applyOrder, group: 'move' },
  back: { id: 'chat.back', label: chatStrings.back, group: 'go', icon: ArrowLeft },
  toNewest: { id: 'chat.toNewest', label: strings.toNewest, group: 'move', icon: ArrowDown },
  searchMessages: { id: 'chat.searchMessages', label: messageSearchStrings.open, group: 'go', icon: Search },
  reportsAbout: { id: 'chat.reportsAbout', label: strings.reportsAbout, group: 'go', icon: Flag },
  reportsBy: { id: 'chat.reportsBy', label: strings.reportsBy, group: 'go', icon: FlagTriangleRight },
  cannedReplies: {
    id: 'chat.cannedReplies',
    label: cannedRepliesStrings.title,
    group: 'help',
    icon: MessageSquareText,
  },
} as const satisfies Record<string, ActionDefinition>;

/** The actions of a message that failed to send. */
export const unsentActions = (tempId: string) =>
  [
    { id: 'chat.resend', label: strings.resend, group: 'decide', run: () => outbox.resend(tempId) },
    { id: 'chat.discard', label: strings.discard, group: 'decide', run: () => outbox.discard(tempId) },
  ] as const satisfies readonly Action[];
