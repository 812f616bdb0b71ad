import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import { memo } from 'react';
import { disabledText } from '../../entities/suspension.ts';
import { UserName } from '../../entities/user-name.tsx';
import { Link } from '../../lib/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { chatStrings as strings } from '../chat.strings.ts';
import { useIsVisible } from '../conversation/use-mark-read.ts';
import { useIsConnected } from '../presence/use-is-connected.ts';
import type { ChatRow } from './chat-list.ts';
import { conversationUrl, FROM_LIST } from './selection.ts';

/** The height of a row before any is measured. */
export const ROW_HEIGHT_PX = 76;
/** More than a row can show; a screen reader reads the whole text. */
const PREVIEW_MAX_CHARS = 120;
const ROW_LAYOUT = 'flex h-19 items-center gap-3 border-line border-b px-3';

function Preview({ row: { isTyping, lastMessage } }: { readonly row: ChatRow }) {
  if (isTyping) return <span className="truncate text-accent-ink">{strings.typing}</span>;
  if (!lastMessage) return null;
  return (
    <span className="truncate text-ink-muted">
      {lastMessage.isAdminMessage && `${strings.fromAdmin} `}
      {lastMessage.type === 'image' ? (
        strings.image
      ) : (
        <bdi>{lastMessage.content.slice(0, PREVIEW_MAX_CHARS).toWellFormed()}</bdi>
      )}
    </span>
  );
}

function UnreadBadge({ count }: { readonly count: number }) {
  if (count <= 0) return null;
  return (
    <CountBadge tone="danger" count={count} cap={UNREAD_BADGE_CAP} label={strings.unread(count)} className="ml-auto" />
  );
}

/**
 * Messages in the open conversation are marked as read at once, unless the page is hidden or the socket disconnected.
 */
function SelectedBadge({ count }: { readonly count: number }) {
  const isSeen = useIsVisible();
  const isConnected = useIsConnected();
  return isSeen && isConnected ? null : <UnreadBadge count={count} />;
}

interface ChatUserRowProps {
  readonly row: ChatRow;
  readonly isSelected: boolean;
  /** The one row that Tab reaches; arrow keys move from there. */
  readonly isTabStop: boolean;
  /** Whether a conversation is open. */
  readonly isAnyChosen: boolean;
  readonly onOpen: (id: string) => void;
}

/** A user of the chat; a press opens the conversation. */
export const ChatUserRow = memo(function ChatUserRow({
  row,
  isSelected,
  isTabStop,
  isAnyChosen,
  onOpen,
}: ChatUserRowProps) {
  return (
    <Link
      to={conversationUrl(row._id)}
      state={isAnyChosen ? undefined : FROM_LIST}
      data-chat-user={row._id}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isSelected || undefined}
      onClick={() => onOpen(row._id)}
      className={classNames(
        ROW_LAYOUT,
        'focus-visible:-outline-offset-2',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span className="relative shrink-0">
        <Avatar src={row.avatar} size={44} />
        {row.isOnline && (
          <span
            aria-hidden="true"
            data-online-dot=""
            className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-green-ink"
          />
        )}
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-center gap-2">
          <UserName name={row.username} className="font-semibold" />
          {isSelected ? <SelectedBadge count={row.unreadCount ?? 0} /> : <UnreadBadge count={row.unreadCount ?? 0} />}
        </span>
        <span className={classNames('truncate text-xs', row.isOnline ? 'text-green-ink' : 'text-ink-muted')}>
          {/* First: the row may be too narrow for both. */}
          {row.disabledUntil && `${disabledText(row.disabledUntil)} · `}
          {row.isOnline ? strings.online : strings.offline}
        </span>
        <span className="flex min-w-0 text-sm">
          <Preview row={row} />
        </span>
      </span>
    </Link>
  );
});

/** Placeholder of a row, of the same size. */
export function ChatUserRowSkeleton() {
  return (
    <div aria-hidden="true" className={ROW_LAYOUT}>
      <Skeleton round className="size-11" />
      <span className="flex flex-col gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  );
}
