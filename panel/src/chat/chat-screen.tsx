import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { chatStrings as strings } from './chat.strings.ts';
import { Conversation } from './conversation/conversation.tsx';
import { NoConversation } from './conversation/conversation-placeholder.tsx';
import { prefetchConversation } from './conversation/prefetch-conversation.ts';
import { useChatUsers } from './list/chat-list.queries.ts';
import { ChatUserList } from './list/chat-user-list.tsx';
import { useSelection } from './list/selection.ts';
import { useSelectedUser } from './list/use-selected-user.ts';
import { useChatSearch } from './search/use-chat-search.ts';

export const prefetch = prefetchConversation;

/**
 * Moves the focus from the list into the conversation, to the composer; on devices where that would open an on-screen
 * keyboard, to the conversation itself. On return to the list it focuses the row of the last conversation.
 * @returns call it when a conversation is opened from the list
 */
function useFocusFollowing(userId: string, list: RefObject<HTMLElement | null>, pane: RefObject<HTMLElement | null>) {
  const isOpening = useRef(false);
  const previous = useRef(userId);
  useEffect(() => {
    const before = previous.current;
    previous.current = userId;
    if (before === userId) return;
    const box = window.matchMedia('(pointer: coarse)').matches ? null : pane.current?.querySelector('textarea');
    if (userId !== '' && isOpening.current) (box ?? pane.current)?.focus();
    else if (userId === '' && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>(`[data-chat-user="${CSS.escape(before)}"]`)?.focus();
    }
    isOpening.current = false;
  }, [userId, list, pane]);
  return useCallback(() => {
    isOpening.current = true;
  }, []);
}

/** The chat: the list of users, and the conversation with one of them (specification, section 2, Chat). */
export function ChatScreen() {
  const { userId, leave } = useSelection();
  const search = useChatSearch();
  const list = useChatUsers(search.term);
  const selected = useSelectedUser(userId, list);
  const listPane = useRef<HTMLElement>(null);
  const conversationPane = useRef<HTMLElement>(null);
  const onOpen = useFocusFollowing(userId, listPane, conversationPane);

  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">{strings.title}</h1>
      <section
        ref={listPane}
        aria-label={strings.list}
        className={classNames(
          'min-w-0 flex-col border-line bg-surface max-md:flex-1 md:flex md:w-80 md:border-r',
          userId === '' ? 'flex' : 'hidden',
        )}
      >
        <ChatUserList list={list} search={search} selectedId={userId} onOpen={onOpen} />
      </section>
      <section
        ref={conversationPane}
        tabIndex={-1}
        aria-label={strings.conversation}
        className={classNames(
          'min-h-0 min-w-0 flex-1 flex-col outline-none md:flex',
          userId === '' ? 'hidden' : 'flex',
        )}
      >
        {selected.kind === 'here' ? (
          <Conversation key={selected.user._id} user={selected.user} onBack={leave} />
        ) : (
          <NoConversation selected={selected} onBack={leave} />
        )}
      </section>
    </div>
  );
}
