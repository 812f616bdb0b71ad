import {
  ArrowDown,
  ArrowLeft,
  Flag,
  FlagTriangleRight,
  Mail,
  MessageSquareText,
  Search,
  UserRound,
} from 'lucide-react';
import type { ActionDefinition } from '../lib/actions.ts';
import { cannedRepliesStrings } from './canned-replies/canned-replies.strings.ts';
import { chatStrings } from './chat.strings.ts';
import { conversationStrings as strings } from './conversation/conversation.strings.ts';
import { messageSearchStrings } from './search/message-search.strings.ts';

/** The actions of the list and of the open conversation. */
export const chatActions = {
  applyOrder: { id: 'chat.applyOrder', label: chatStrings.applyOrder, group: 'move' },
  back: { id: 'chat.back', label: chatStrings.back, group: 'go', icon: ArrowLeft },
  toNewest: { id: 'chat.toNewest', label: strings.toNewest, group: 'move', icon: ArrowDown },
  searchMessages: { id: 'chat.searchMessages', label: messageSearchStrings.open, group: 'go', icon: Search },
  switchKind: { id: 'chat.switchKind', label: strings.noteHelp, group: 'decide', key: 'Alt+N' },
  markUnread: { id: 'chat.markUnread', label: strings.markUnread, group: 'decide', icon: Mail },
  account: { id: 'chat.account', label: chatStrings.account, group: 'go', icon: UserRound },
  reportsAbout: { id: 'chat.reportsAbout', label: strings.reportsAbout, group: 'go', icon: Flag },
  reportsBy: { id: 'chat.reportsBy', label: strings.reportsBy, group: 'go', icon: FlagTriangleRight },
  cannedReplies: {
    id: 'chat.cannedReplies',
    label: cannedRepliesStrings.title,
    group: 'help',
    icon: MessageSquareText,
  },
} as const satisfies Record<string, ActionDefinition>;
