import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import type { ReactNode } from 'react';
import { disabledText } from '../../entities/suspension.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { UserName } from '../../entities/user-name.tsx';
import { Link } from '../../lib/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { chatActions } from '../chat.actions.ts';
import { ConversationViewers } from '../presence/conversation-viewers.tsx';
import { useIsPresenceUnknown } from '../presence/use-is-connected.ts';
import { useViewers } from '../presence/use-viewers.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { ConversationMenu } from './conversation-menu.tsx';

interface ConversationHeaderProps {
  readonly user: Pick<ChatUser, '_id' | 'username' | 'avatar' | 'disabledUntil' | 'stateSince'>;
  readonly isOnline: boolean;
  /** Back to the list, on screens that do not show both. */
  readonly onBack: () => void;
  /** Rendered before the menu. */
  readonly children?: ReactNode;
}

/** The user of the conversation. */
export function ConversationHeader({ user, isOnline, onBack, children }: ConversationHeaderProps) {
  const name = user.username?.trim() ? user.username : userStrings.unknownUser;
  const viewers = useViewers(user._id);
  const isPresenceUnknown = useIsPresenceUnknown();
  return (
    <header className="flex min-h-14 items-center gap-1 border-line sm:gap-3 border-b bg-surface px-3 py-2 sm:px-4">
      <IconButton icon={chatActions.back.icon} label={chatActions.back.label} onClick={onBack} className="md:hidden" />
      <Avatar src={user.avatar} size={36} />
      <div className="min-w-0 flex-1">
        <h2 className="flex min-w-0 font-semibold text-base">
          <Link
            to={`/admin/users/${encodeURIComponent(user._id)}`}
            title={strings.openProfile(name)}
            className="min-w-0 rounded-sm hover:underline"
          >
            <UserName name={user.username} />
          </Link>
        </h2>
        <p
          className={classNames(
            'flex items-center gap-x-1.5 text-ink-muted text-xs',
            user.disabledUntil && 'flex-wrap',
          )}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'size-2 shrink-0 rounded-full',
              isOnline && !isPresenceUnknown ? 'bg-green-ink' : 'bg-line-strong',
            )}
          />
          <span className={classNames('truncate', viewers.length > 0 && 'shrink-99')}>
            {isPresenceUnknown ? strings.presenceUnknown : isOnline ? strings.online : strings.offline}
          </span>
          {user.disabledUntil && <span className="text-red-ink">{disabledText(user.disabledUntil)}</span>}
          <ConversationViewers viewers={viewers} />
        </p>
      </div>
      {children}
      <ConversationMenu user={user} name={name} onLeave={onBack} />
    </header>
  );
}
