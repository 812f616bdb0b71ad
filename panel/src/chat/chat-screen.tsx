import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { userStrings } from '../entities/user.strings.ts';
import { useStore } from '../lib/create-store.ts';
import { lazyCode } from '../lib/lazy-code.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { isCodeMissing, retryFailedLoads } from '../lib/until-loaded.ts';
import { classNames } from '../ui/class-names.ts';
import { useLazyComponent } from '../ui/lazy-component.ts';
import { AccountPane } from './account/account-pane.tsx';
import { chatStrings as strings } from './chat.strings.ts';
import { LoadingConversation, NoConversation } from './conversation/conversation-placeholder.tsx';
import { useChatUsers } from './list/chat-list.queries.ts';
import { ChatUserList } from './list/chat-user-list.tsx';
import { selectionUrl, useSelection } from './list/selection.ts';
import { useSelectedUser } from './list/use-selected-user.ts';
import { useChatSearch } from './search/use-chat-search.ts';

const loadConversation = () => import('./conversation/conversation.tsx');
const conversation = lazyCode(() => loadConversation().then((module) => module.Conversation));

export const prefetch: Prefetch = async (client, target) => {
  if (selectionUrl.parse(target.params).userId === '') return;
  void conversation.preload();
  await (await loadConversation()).prefetch(client, target);
};

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

interface ChatScreenProps {
  /** Renders what is known of a user, beside the conversation. */
  readonly account: (userId: string) => ReactNode;
}

/** The chat: the list of users, and the conversation with one of them (specification, section 2, Chat). */
export function ChatScreen({ account }: ChatScreenProps) {
  const { userId, view, leave, changeView } = useSelection();
  const search = useChatSearch();
  const list = useChatUsers(search.term, view);
  const selected = useSelectedUser(userId, list);
  const listPane = useRef<HTMLElement>(null);
  const conversationPane = useRef<HTMLElement>(null);
  const onOpen = useFocusFollowing(userId, listPane, conversationPane);
  const isMissing = useStore(isCodeMissing);
  // Fetched while the user is looked up.
  const Conversation = useLazyComponent(conversation, userId !== '');

  return (
    <div className="flex min-h-0 flex-1">
      <h1 className="sr-only">{strings.title}</h1>
      <section
        ref={listPane}
        aria-label={strings.list}
        className={classNames(
          'min-w-0 flex-col border-line bg-surface max-md:flex-1 md:flex md:w-80 md:border-r min-[87.5rem]:w-96',
          userId === '' ? 'flex' : 'hidden',
        )}
      >
        <ChatUserList
          list={list}
          view={view}
          onChangeView={changeView}
          search={search}
          selectedId={userId}
          onOpen={onOpen}
        />
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
        {selected.kind !== 'here' && <NoConversation selected={selected} onBack={leave} />}
        {selected.kind === 'here' && !Conversation && (
          <LoadingConversation
            key={selected.user._id}
            userId={selected.user._id}
            name={selected.user.username?.trim() || userStrings.unknownUser}
            onBack={leave}
            onRetry={isMissing ? () => void retryFailedLoads() : undefined}
          />
        )}
        {selected.kind === 'here' && Conversation && (
          <Conversation key={selected.user._id} user={selected.user} onBack={leave} />
        )}
      </section>
      {/* Only a backend with decisions knows more than a name. */}
      {selected.kind === 'here' && selected.user.disabledUntil !== undefined && (
        <AccountPane key={selected.user._id} user={selected.user} account={account} />
      )}
    </div>
  );
}
