import { Flag, FlagTriangleRight, MessageSquareText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useCannedReplies } from '../canned-replies/canned-replies.queries.ts';
import { cannedRepliesStrings } from '../canned-replies/canned-replies.strings.ts';
import { openReplyManager } from '../canned-replies/canned-replies-dialog.store.ts';
import { conversationStrings as strings } from './conversation.strings.ts';

const ACTIONS = {
  reportsAbout: { id: 'chat.reportsAbout', label: strings.reportsAbout, group: 'go', icon: Flag },
  reportsBy: { id: 'chat.reportsBy', label: strings.reportsBy, group: 'go', icon: FlagTriangleRight },
  cannedReplies: {
    id: 'chat.cannedReplies',
    label: cannedRepliesStrings.title,
    group: 'help',
    icon: MessageSquareText,
  },
} as const satisfies Record<string, ActionDefinition>;

/** From a conversation to the reports that concern the user, and to the canned replies. */
export function ConversationMenu({ userId }: { readonly userId: string }) {
  const navigate = useNavigate();
  const { data: replies } = useCannedReplies();
  const toReports = (role: 'about' | 'by') => () =>
    void navigate({ pathname: '/admin/reports', search: `?${new URLSearchParams({ [role]: userId })}` });
  const items = useActions([
    { ...ACTIONS.reportsAbout, run: toReports('about') },
    { ...ACTIONS.reportsBy, run: toReports('by') },
    // A backend may keep none.
    ...(replies === null ? [] : [{ ...ACTIONS.cannedReplies, run: openReplyManager }]),
  ]);
  return <MenuButton label={strings.more} items={items} />;
}
