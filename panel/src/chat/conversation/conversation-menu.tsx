import { useNavigate } from 'react-router';
import { useActions } from '../../lib/actions.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useCannedReplies } from '../canned-replies/canned-replies.queries.ts';
import { openCannedReplies } from '../canned-replies/canned-replies-host.tsx';
import { chatActions } from '../chat.actions.ts';
import { conversationStrings as strings } from './conversation.strings.ts';

/** Links from a conversation to the reports about the user, and to the canned replies. */
export function ConversationMenu({ userId }: { readonly userId: string }) {
  const navigate = useNavigate();
  const { data: replies } = useCannedReplies();
  const toReports = (role: 'about' | 'by') => () =>
    void navigate({ pathname: '/admin/reports', search: `?${new URLSearchParams({ [role]: userId })}` });
  const items = useActions([
    { ...chatActions.reportsAbout, run: toReports('about') },
    { ...chatActions.reportsBy, run: toReports('by') },
    // null from a backend without canned replies.
    ...(replies === null ? [] : [{ ...chatActions.cannedReplies, run: openCannedReplies }]),
  ]);
  return <MenuButton label={strings.more} items={items} />;
}
