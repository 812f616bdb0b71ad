import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useViewerNews } from './use-viewers.ts';
import { tellViewers } from './viewer-announcements.ts';

const AVATARS_SHOWN = 3;

/** Which other administrators look at this conversation, or type in it, so that no two answer the same. */
export function ConversationViewers({ viewers }: { readonly viewers: readonly ConversationViewer[] }) {
  const news = useViewerNews(viewers);
  const told = tellViewers(viewers);
  const isTyping = viewers.some((viewer) => viewer.isTyping);
  return (
    <>
      {told && (
        <span
          title={`${told.names} ${told.doing}`}
          className={classNames('flex min-w-0 items-center gap-1', isTyping && 'font-semibold text-amber-ink')}
        >
          {viewers.slice(0, AVATARS_SHOWN).map(({ _id, avatar }) => (
            <Avatar key={_id} src={avatar} size={16} />
          ))}
          <span className="truncate">
            <bdi>{told.names}</bdi> {told.doing}
          </span>
        </span>
      )}
      <span aria-live="polite" className="sr-only">
        {news}
      </span>
    </>
  );
}
