import { UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { useActions } from '../../lib/actions.ts';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { lazyCode } from '../../lib/lazy-code.ts';
import { BusyLine } from '../../ui/busy-line.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { LoadingNote } from '../../ui/loading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { chatActions } from '../chat.actions.ts';
import { chatStrings as strings } from '../chat.strings.ts';
import { LazySlot } from '../lazy-slot.tsx';
import { ChatSearch } from '../search/chat-search.tsx';
import type { useChatSearch } from '../search/use-chat-search.ts';
import type { ChatUserList as List } from './chat-list.queries.ts';
import { ChatUserRowSkeleton } from './chat-user-row.tsx';
import { ChatUserRows } from './chat-user-rows.tsx';
import type { ChatView } from './chat-view.ts';
import { useFrozenOrder } from './use-frozen-order.ts';

const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** A shorter term would match nearly every message. */
const MESSAGE_TERM_MIN_CHARS = 2;
const searchResults = lazyCode(() =>
  import('../search/message-search-results.tsx').then((m) => m.MessageSearchResults),
);

const viewControls = lazyCode(() => import('./view-controls.tsx').then((m) => m.ViewControls));

interface ChatUserListProps {
  readonly list: List;
  readonly view: ChatView;
  readonly onChangeView: (change: Partial<ChatView>) => void;
  readonly search: ReturnType<typeof useChatSearch>;
  /** '' for none. */
  readonly selectedId: string;
  readonly onOpen: () => void;
}

/**
 * The users of the chat: the online count, the search, the rows or their placeholder; below them the results of the
 * message search.
 */
export function ChatUserList({ list, view, onChangeView, search, selectedId, onOpen }: ChatUserListProps) {
  const searchesMessages = search.term.length >= MESSAGE_TERM_MIN_CHARS;
  const MessageSearchResults = useLazyComponent(searchResults, searchesMessages);
  const isSearch = search.term !== '';
  const listKey = isSearch ? search.term : `${view.filter} ${view.sort}`;
  const order = useFrozenOrder(list.rows, list.known, `${listKey} ${list.isPlaceholderData}`);
  const area = useRef<HTMLDivElement>(null);

  function applyOrder(isByKeyboard: boolean): void {
    order.apply();
    // The press removes the button. By keyboard the focus returns to the row it came from, else the list scrolls to the
    // top.
    if (!isByKeyboard) area.current?.querySelector('ul')?.parentElement?.scrollTo(0, 0);
    area.current?.querySelector<HTMLElement>('[data-chat-user][tabindex="0"]')?.focus({ preventScroll: !isByKeyboard });
  }
  const [apply] = useActions([{ ...chatActions.applyOrder, when: order.isOutdated, run: () => applyOrder(true) }]);

  return (
    <>
      {/* Above the search, from which Tab leads to the rows. */}
      {list.hasViews && (
        <LazySlot
          code={viewControls}
          props={{ view, countSources: list.countSources, isDisabled: isSearch, onChange: onChangeView }}
          className="grid min-h-12 shrink-0"
        />
      )}
      <div className="px-3 pt-2 pb-2">
        <ChatSearch draft={search.draft} onType={search.type} onSubmit={search.submit} />
      </div>
      {/* The message results fill the remaining height; they come first where nobody is found. */}
      <div
        ref={area}
        {...order.areaProps}
        className={classNames('flex min-h-0 flex-col', order.rows[0] ? 'flex-1' : isSearch && 'order-last')}
      >
        <div className="flex min-h-8 items-center justify-between gap-2 border-line border-b px-3 text-sm">
          <p role="status" className="text-ink-muted tabular-nums">
            {list.onlineCount !== undefined && strings.onlineCount(formatNumber(list.onlineCount))}
            {list.onlineCount !== undefined && list.isOnlinePartial && (
              <span className="block text-xs">{strings.onlinePartial}</span>
            )}
            {list.isOnlineFailed && !list.error && strings.onlineFailed}
            {isSearch && !list.isLoading && !list.isPlaceholderData && !list.error && (
              <span className="sr-only"> {strings.found(formatNumber(list.rows.length), list.hasMore)}</span>
            )}
          </p>
          {apply.when && (
            <TextButton
              onClick={({ detail }) => applyOrder(detail === 0)}
              className="shrink-0 rounded-full bg-accent-soft px-2"
            >
              {apply.label}
            </TextButton>
          )}
        </div>
        <div
          aria-busy={list.isLoading || list.isPlaceholderData}
          className="relative flex min-h-0 flex-1 flex-col overflow-hidden"
        >
          <BusyLine busy={list.isPlaceholderData} />
          <ListBody
            key={listKey}
            list={{ ...list, rows: order.rows }}
            view={view}
            isSearch={isSearch}
            selectedId={selectedId}
            onOpen={onOpen}
          />
          {/* Below the rows, so that it does not move them. */}
          {list.refreshError && (
            <InlineError message={strings.listFailed} onRetry={list.retry} retrying={list.isFetching} />
          )}
        </div>
      </div>
      {searchesMessages && MessageSearchResults && (
        <MessageSearchResults term={search.term} view={view} isAnyChosen={selectedId !== ''} onOpen={onOpen} />
      )}
    </>
  );
}

interface ListBodyProps extends Omit<ChatUserListProps, 'search' | 'onChangeView'> {
  readonly isSearch: boolean;
}

function ListBody({ list, view, isSearch, selectedId, onOpen }: ListBodyProps) {
  if (list.error) {
    return (
      <ErrorState
        message={strings.listFailed}
        onRetry={isUnauthorized(list.error) ? undefined : list.retry}
        retrying={list.isFetching}
      />
    );
  }
  if (list.isLoading) {
    return (
      <>
        <LoadingNote text={strings.loadingList} />
        {SKELETON_ROWS.map((row) => (
          <ChatUserRowSkeleton key={row} />
        ))}
      </>
    );
  }
  if (list.rows.length === 0 && !list.hasMore) {
    return isSearch ? (
      <p className="px-3 py-2 text-center text-ink-muted text-sm">{strings.emptySearch}</p>
    ) : (
      <EmptyState icon={UsersRound} title={strings.empty} />
    );
  }
  return <ChatUserRows list={list} view={view} selectedId={selectedId} onOpen={onOpen} />;
}
