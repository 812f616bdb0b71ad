import { Flag, FlagTriangleRight, MessageSquareText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useCannedReplies } from '../canned-replies/canned-replies.queries.ts';
import { cannedRepliesStrings } from '../canned-replies/canned-replies.strings.ts';
import { openReplyManager } from '../canned-replies/canned-replies-dialog.store.ts';
import { conversationStrings as strings } from './conversation.strings.ts';

/** From a conversation to the reports that concern the user, and to the canned replies. */
export function ConversationMenu({ userId }: { readonly userId: string }) {
  const navigate = useNavigate();
  const { data: replies } = useCannedReplies();
  const toReports = (role: 'about' | 'by') => () =>
    void navigate({ pathname: '/admin/reports', search: `?${new URLSearchParams({ [role]: userId })}` });
  return (
    <MenuButton
      label={strings.more}
      items={[
        { label: strings.reportsAbout, icon: Flag, onSelect: toReports('about') },
        { label: strings.reportsBy, icon: FlagTriangleRight, onSelect: toReports('by') },
        // A backend may keep none.
        ...(replies === null
          ? []
          : [{ label: cannedRepliesStrings.title, icon: MessageSquareText, onSelect: openReplyManager }]),
      ]}
    />
  );
}
