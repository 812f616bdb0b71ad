import { MessageCircle } from 'lucide-react';
import { conversationPath } from '../../../entities/conversation-path.ts';
import { userStrings } from '../../../entities/user.strings.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

interface MessageLinkProps {
  readonly id: string;
  readonly name: string | null | undefined;
}

/** Links to the conversation with a user. */
export function MessageLink({ id, name }: MessageLinkProps) {
  return (
    <TextLink to={conversationPath(id)} aria-label={strings.messageTo(name?.trim() || userStrings.unknownUser)}>
      <MessageCircle aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {strings.message}
    </TextLink>
  );
}
