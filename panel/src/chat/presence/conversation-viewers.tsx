import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useViewerAnnouncement } from './use-viewers.ts';
import { summarizeViewers } from './viewer-announcements.ts';

const AVATARS_SHOWN = 3;

/** The other administrators who have this conversation open, or type in it, so that no two reply to the same user. */
export function ConversationViewers({ viewers }: { readonly viewers: readonly ConversationViewer[] }) {
  const announcement = useViewerAnnouncement(viewers);
  const summary = summarizeViewers(viewers);
  const isTyping = viewers.some((viewer) => viewer.isTyping);
  return (
    <>
      {summary && (
        <span
          title={`${summary.names} ${summary.doing}`}
          className={classNames('flex min-w-0 items-center gap-1', isTyping && 'font-semibold text-amber-ink')}
        >
          {viewers.slice(0, AVATARS_SHOWN).map(({ _id, avatar }) => (
            <Avatar key={_id} src={avatar} size={16} />
          ))}
          <span className="truncate">
            <bdi>{summary.names}</bdi> {summary.doing}
          </span>
        </span>
      )}
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
