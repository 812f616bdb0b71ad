import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { MessagesSquare } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { useActions } from '../../lib/actions.ts';
import { lazyCode } from '../../lib/lazy-code.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { AccountButton } from '../account/account-pane.tsx';
import { chatActions } from '../chat.actions.ts';
import { ComposerSlot } from '../composer/composer-slot.tsx';
import { useUserTyping } from '../composer/use-typing.ts';
import { ConversationImages } from '../images/conversation-images.tsx';
import { DropZone } from '../images/drop-zone.tsx';
import { LazySlot } from '../lazy-slot.tsx';
import { ChatNotes } from '../notes/conversation-notes.tsx';
import { useConversationNotes } from '../notes/use-conversation-notes.ts';
import { useOutgoing } from '../outbox/use-outgoing.ts';
import { conversationStrings as strings } from './conversation.strings.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { isApart, lastSeqOf } from './conversation-state.ts';
import { toTimeline, untilMidnightMs } from './conversation-timeline.ts';
import type { ConversationWorkProps } from './conversation-work.tsx';
import { MessageList } from './message-list.tsx';
import { MessageSkeletons } from './message-skeletons.tsx';
import { MessageArrivals } from './new-message-announcer.tsx';
import { prefetchConversation } from './prefetch-conversation.ts';
import { MessageTarget } from './target-announcer.tsx';
import { useConversation } from './use-conversation.ts';
import { useMarkRead } from './use-mark-read.ts';
import { useScrollOnSend } from './use-scroll-on-send.ts';

export const prefetch = prefetchConversation;

const searchBar = lazyCode(() => import('../search/message-search-bar.tsx').then((m) => m.MessageSearchBar));

const workBar = lazyCode(() => import('./conversation-work.tsx').then((m) => m.ConversationWork));

/** More with large text, whose buttons have a line of their own. */
const WORK_BAR_ROOM = 'grid min-h-12 shrink-0';

/** A time of the current day; it changes at midnight. */
function useDay(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(Date.now()), untilMidnightMs(nowMs));
    return () => clearTimeout(timer);
  }, [nowMs]);
  return nowMs;
}

interface ConversationProps {
  readonly user: Pick<ChatUser, 'avatar' | 'disabledUntil' | 'unreadCount'> &
    ConversationWorkProps['user'] & { readonly isOnline: boolean };
  /** Back to the list, on screens that do not show both. */
  readonly onBack: () => void;
}

/**
 * The conversation with one user (specification, section 2). Use the user's id as its key: another user is another
 * conversation.
 */
export const Conversation = memo(function Conversation({ user, onBack }: ConversationProps) {
  const { view, conversation, goTo } = useConversation(user._id);
  const entries = useOutgoing(user._id, view.state.messages);
  const isTyping = useUserTyping(user._id);
  const adminId = useSession()?.adminId;
  useMarkRead(user._id, view, user.unreadCount);
  // Only a backend with decisions has notes, and lets messages be changed.
  const isCurrentBackend = user.disabledUntil !== undefined;
  const internalNotes = useConversationNotes(user._id, isCurrentBackend);

  const { state, failure, isReading, unreadFrom } = view;
  const nowMs = useDay();
  const items = useMemo(() => {
    return toTimeline({ state, entries, notes: internalNotes, adminId, unreadFrom, isTyping, nowMs });
  }, [state, entries, internalNotes, adminId, unreadFrom, isTyping, nowMs]);
  const isPast = isApart(state);
  const toNewest = useCallback(() => goTo(undefined), [goTo]);
  useScrollOnSend(entries.at(-1), isPast ? toNewest : undefined);
  const [isSearching, setIsSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const closeSearch = useCallback(() => {
    setIsSearching(false);
    searchButton.current?.focus();
  }, []);
  const MessageSearchBar = useLazyComponent(searchBar, isSearching, closeSearch);
  const [search] = useActions([
    { ...chatActions.searchMessages, run: () => (isSearching ? closeSearch() : setIsSearching(true)) },
  ]);
  const isBlank = items.length === 0;
  const name = user.username?.trim() ? user.username : userStrings.unknownUser;

  return (
    <DropZone
      userId={user._id}
      aria-label={strings.messages(name)}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <ConversationHeader user={user} isOnline={user.isOnline} onBack={onBack}>
        {/* Only a backend with decisions has notes. */}
        {isCurrentBackend && <ChatNotes userId={user._id} name={name} />}
        {isCurrentBackend && <AccountButton />}
        <IconButton
          ref={searchButton}
          icon={search.icon}
          label={search.label}
          aria-expanded={isSearching}
          onClick={search.run}
          // Text typed right after the press would be lost until the field is rendered.
          onPointerEnter={searchBar.preload}
          onFocus={searchBar.preload}
        />
      </ConversationHeader>
      {user.stateSince ? (
        <LazySlot
          code={workBar}
          props={{ user, lastSeq: isPast ? state.knownLastSeq : lastSeqOf(state) }}
          className={WORK_BAR_ROOM}
        />
      ) : (
        // A backend with decisions knows it: the messages would move when it comes.
        user.disabledUntil !== undefined && <div className={WORK_BAR_ROOM} />
      )}
      {isSearching && MessageSearchBar && (
        <MessageSearchBar userId={user._id} shownSeq={view.target?.seq} onGoTo={goTo} onClose={closeSearch} />
      )}
      {failure && !isBlank && (
        <div className="px-3 pt-2 sm:px-4">
          <InlineError message={strings.loadFailed} onRetry={conversation.retry} retrying={isReading} />
        </div>
      )}
      {failure && isBlank && (
        <ErrorState message={strings.loadFailed} onRetry={conversation.retry} retrying={isReading} className="flex-1" />
      )}
      {!failure && !state.isLoaded && <MessageSkeletons />}
      {!failure && state.isLoaded && isBlank && (
        <EmptyState icon={MessagesSquare} title={strings.empty} hint={strings.emptyHint} className="flex-1" />
      )}
      {!isBlank && (state.isLoaded || failure) && (
        <ConversationImages messages={state.messages} onExpired={conversation.refreshImage}>
          <MessageList
            key={view.part}
            items={items}
            label={strings.messages(name)}
            view={view}
            conversation={conversation}
            adminId={adminId}
            canChange={isCurrentBackend}
            onGoTo={goTo}
          />
        </ConversationImages>
      )}
      {/* Messages of a detached window are not announced as new. */}
      {state.isLoaded && !isPast && <MessageArrivals key={view.part} items={items} />}
      <MessageTarget target={view.target} messages={state.messages} />
      <ComposerSlot userId={user._id} name={name} items={items} canChange={isCurrentBackend} />
    </DropZone>
  );
});
