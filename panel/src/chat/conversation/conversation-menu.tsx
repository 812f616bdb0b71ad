import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useActions } from '../../lib/actions.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { toggleAccount } from '../account/account-pane.tsx';
import { cannedRepliesDialog } from '../canned-replies/canned-replies.overlays.ts';
import { useCannedReplies } from '../canned-replies/canned-replies.queries.ts';
import { chatActions } from '../chat.actions.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { useMarkUnread } from './use-mark-unread.ts';

interface ConversationMenuProps {
  readonly user: Pick<ChatUser, '_id' | 'disabledUntil' | 'stateSince'>;
  readonly name: string;
  /** Closes the conversation: one that is open does not stay unread. */
  readonly onLeave: () => void;
}

/** The menu of a conversation: the account, the reports about and by the user, canned replies, and back to unread. */
export function ConversationMenu({
  user: { _id: userId, disabledUntil, stateSince },
  name,
  onLeave,
}: ConversationMenuProps) {
  const markUnread = useMarkUnread(userId, name, onLeave);
  const navigate = useNavigate();
  const { data: replies } = useCannedReplies();
  useEffect(() => cannedRepliesDialog.close, []);
  const toReports = (role: 'about' | 'by') => () =>
    void navigate({ pathname: '/admin/reports', search: `?${new URLSearchParams({ [role]: userId })}` });
  const items = useActions([
    // Without a conversation, and from a legacy backend, there is no state.
    ...(stateSince ? [{ ...chatActions.markUnread, run: markUnread }] : []),
    // A legacy backend knows no more than a name.
    ...(disabledUntil === undefined ? [] : [{ ...chatActions.account, run: toggleAccount }]),
    { ...chatActions.reportsAbout, run: toReports('about') },
    { ...chatActions.reportsBy, run: toReports('by') },
    // null from a backend without canned replies.
    ...(replies === null ? [] : [{ ...chatActions.cannedReplies, run: cannedRepliesDialog.open }]),
  ]);
  return <MenuButton label={strings.more} items={items} />;
}
