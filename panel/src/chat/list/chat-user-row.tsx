import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import { memo } from 'react';
import { disabledText } from '../../entities/suspension.ts';
import { UserName } from '../../entities/user-name.tsx';
import { useStore } from '../../lib/create-store.ts';
import { Link } from '../../lib/link.tsx';
import { isPageVisible } from '../../lib/page-visible.ts';
import { useNow } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { chatStrings as strings } from '../chat.strings.ts';
import { useHasDraft } from '../composer/drafts.ts';
import { useIsConnected, useIsPresenceUnknown } from '../presence/use-is-connected.ts';
import type { ChatRow } from './chat-list.ts';
import type { ChatView } from './chat-view.ts';
import { messageTimeText, waitText } from './row-times.ts';
import { conversationUrl, FROM_LIST } from './selection.ts';

/** The height of a row before any is measured. */
export const ROW_HEIGHT_PX = 52;
/** More than a row can show; a screen reader reads the whole text. */
const PREVIEW_MAX_CHARS = 120;
const ROW_LAYOUT = 'list-row flex h-13 items-center gap-3 px-3';
/** The line below ends where the text does: one across the whole row would be cut off by the list's scrollbar. */
const TEXT_LAYOUT = 'flex min-w-0 flex-1 flex-col justify-center self-stretch border-line border-b';

function Preview({ row: { isTyping, lastMessage } }: { readonly row: ChatRow }) {
  if (isTyping) return <span className="truncate text-accent-ink">{strings.typing}</span>;
  if (!lastMessage) return null;
  return (
    <span className="truncate text-ink-muted">
      {/* A legacy backend does not say who wrote. */}
      {lastMessage.isAdminMessage && (
        <span dir="auto">{`${lastMessage.senderName?.trim() || strings.fromAdmin}: `}</span>
      )}
      {lastMessage.type === 'image' ? (
        strings.image
      ) : (
        <bdi>{lastMessage.content.slice(0, PREVIEW_MAX_CHARS).toWellFormed()}</bdi>
      )}
    </span>
  );
}

/** How long the user has waited, or that nothing is left to do. */
function WorkNote({ row: { waitingSince, isResolved } }: { readonly row: ChatRow }) {
  const now = useNow();
  if (waitingSince) {
    return (
      <time dateTime={waitingSince} className="shrink-0 text-amber-ink text-xs tabular-nums">
        {waitText(waitingSince, now)}
      </time>
    );
  }
  return isResolved ? <span className="shrink-0 text-ink-muted text-xs">{strings.resolved}</span> : null;
}

function MessageTime({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} className="shrink-0 text-ink-muted text-xs tabular-nums">
      {messageTimeText(at, now)}
    </time>
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
  const isSeen = useStore(isPageVisible);
  const isConnected = useIsConnected();
  return isSeen && isConnected ? null : <UnreadBadge count={count} />;
}

interface ChatUserRowProps {
  readonly row: ChatRow;
  /** The view of the list, which the URL keeps. */
  readonly view: ChatView;
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
  view,
  isSelected,
  isTabStop,
  isAnyChosen,
  onOpen,
}: ChatUserRowProps) {
  const hasDraft = useHasDraft(row._id);
  const isPresenceUnknown = useIsPresenceUnknown();
  const isOnline = row.isOnline && !isPresenceUnknown;
  return (
    <Link
      to={conversationUrl(row._id, view)}
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
        <Avatar src={row.avatar} size={36} />
        {isOnline && (
          <span
            aria-hidden="true"
            data-online-dot=""
            className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-green-ink"
          />
        )}
      </span>
      <span className={TEXT_LAYOUT}>
        <span className="flex items-baseline gap-2 text-sm">
          <UserName name={row.username} className="mr-auto font-semibold" />
          <WorkNote row={row} />
          {row.lastMessage && <MessageTime at={row.lastMessage.createdAt} />}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-xs">
          {/* First: the row may be too narrow for all. */}
          {row.disabledUntil && <span className="shrink-0 text-red-ink">{disabledText(row.disabledUntil)}</span>}
          <span
            className={classNames(
              row.disabledUntil ? 'truncate' : 'shrink-0',
              isOnline ? 'text-green-ink' : 'text-ink-muted',
            )}
          >
            {isPresenceUnknown ? strings.presenceUnknown : isOnline ? strings.online : strings.offline}
          </span>
          {hasDraft && !isSelected && <span className="shrink-0 font-semibold text-red-ink">{strings.draft}</span>}
          <Preview row={row} />
          {isSelected ? <SelectedBadge count={row.unreadCount ?? 0} /> : <UnreadBadge count={row.unreadCount ?? 0} />}
        </span>
      </span>
    </Link>
  );
});

/** Placeholder of a row, of the same size. */
export function ChatUserRowSkeleton() {
  return (
    <div aria-hidden="true" className={ROW_LAYOUT}>
      <Skeleton round className="size-9" />
      <span className={classNames(TEXT_LAYOUT, 'gap-2')}>
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  );
}
