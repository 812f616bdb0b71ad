import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { type ConversationFilter, conversationStateOf } from '@hai-dang/contract/chat/conversations.schema.ts';
import { CHAT_USERS_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { queryOrNull } from '../../lib/endpoint-query.ts';
import { LIST_GC_TIME_MS } from '../../lib/use-scroll-position.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { chatKeys } from '../chat.keys.ts';
import { chatUserListKey, fetchChatUserPage, onlineUsersQuery } from './chat-list.api.ts';
import {
  type ChatRow,
  type ChatUserPage,
  countOnline,
  createRowBuilder,
  type LiveUsers,
  NOTHING_KNOWN,
  NOTHING_LIVE,
  toRows,
} from './chat-list.ts';
import { type ChatUserPages, loadOrKeepPage } from './chat-list-refresh.ts';
import { type ChatView, rowsOfView, WHOLE_VIEW } from './chat-view.ts';
import type { CountSources } from './conversation-counts.ts';
import { type LiveWork, toLiveWork, type WorkEvent } from './live-work.ts';

const NO_PAGES: readonly ChatUserPage[] = [];
const NO_EVENTS: readonly WorkEvent[] = [];
/** Many conversations that come into a state one after the other cause one refetch. */
const UNKNOWN_FETCHED_AFTER_MS = 1_000;

export interface ChatUserList {
  readonly rows: readonly ChatRow[];
  /** The loaded users, also those whose conversation has left the filter. */
  readonly known: readonly ChatRow[];
  /** False for a legacy backend, which knows no states of conversations. */
  readonly hasViews: boolean;
  readonly countSources: CountSources;
  /** undefined while unknown. */
  readonly onlineCount: number | undefined;
  /** Whether the online users could not be loaded. */
  readonly isOnlineFailed: boolean;
  /** Whether more users may be online than are counted and shown. */
  readonly isOnlinePartial: boolean;
  /** True until the first rows are loaded. */
  readonly isLoading: boolean;
  /** The rows are those of the previous search. */
  readonly isPlaceholderData: boolean;
  readonly isFetching: boolean;
  /** Shown in place of the rows. */
  readonly error: Error | null;
  /** A refetch failed; the rows may be outdated. */
  readonly refreshError: Error | null;
  readonly nextPageError: Error | null;
  readonly hasMore: boolean;
  readonly readMore: () => void;
  /** Call it with the rows in view: a refresh of a long list loads their pages first. */
  readonly onView: (rows: readonly ChatRow[]) => void;
  readonly retry: () => void;
  /** The row of a user who may not be in the list, with the known live state. */
  readonly rowOf: (user: ChatUser) => ChatRow | undefined;
}

/** The changes by events since the lists were loaded. */
function useLive(): LiveUsers {
  const { data = NOTHING_LIVE } = useQuery<LiveUsers>({
    queryKey: chatKeys.live,
    queryFn: () => NOTHING_LIVE,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** How much work conversations are, by events since the lists were loaded. */
function useLiveWork(): LiveWork {
  const { data = NO_EVENTS } = useQuery<readonly WorkEvent[]>({
    queryKey: chatKeys.work,
    queryFn: () => NO_EVENTS,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => toLiveWork(data), [data]);
}

/** Loads the list again once a conversation that is not in it has come into its state: an event does not name the user. */
function useUnknownFetched(
  filter: ConversationFilter,
  { known, work, readAt }: { known: readonly ChatRow[]; work: LiveWork; readAt: number | undefined },
  refetch: () => unknown,
): void {
  const hasUnknown = useMemo(() => {
    if (filter === 'all' || readAt === undefined) return false;
    const ids = new Set(known.map(({ _id }) => _id));
    return [...work.works].some(
      ([id, { at, value }]) => at >= readAt && conversationStateOf(value) === filter && !ids.has(id),
    );
  }, [filter, known, work, readAt]);
  useEffect(() => {
    if (!hasUnknown) return;
    const timer = setTimeout(refetch, UNKNOWN_FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasUnknown, refetch]);
}

/**
 * All users of the chat, those of a view, or the results of a search, with live changes (specification, sections 2, 7 and 9). A
 * search finds whom it finds, whatever the view.
 */
export function useChatUsers(term: string, chosenView: ChatView): ChatUserList {
  const isSearch = term !== '';
  const asked = isSearch ? WHOLE_VIEW : chosenView;
  const inView = useRef<readonly ChatRow[]>([]);
  const list = useInfiniteQuery<ChatUserPage, Error, ChatUserPages, readonly unknown[], string | null>({
    queryKey: chatUserListKey(term, asked),
    queryFn: (context) =>
      loadOrKeepPage(context, inView.current, (cursor, signal) => fetchChatUserPage(term, asked, cursor, signal)),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: LIST_GC_TIME_MS,
    refetchInterval: CHAT_USERS_REFETCH_INTERVAL_MS,
    // Events are applied only while the list is shown.
    refetchOnMount: 'always',
  });
  const online = useQuery({
    ...onlineUsersQuery,
    refetchInterval: CHAT_USERS_REFETCH_INTERVAL_MS,
    refetchOnMount: 'always',
  });
  const live = useLive();
  const work = useLiveWork();

  const pages = list.data?.pages ?? NO_PAGES;
  const [first] = pages;
  const view = first && !first.counts ? WHOLE_VIEW : asked;
  // The rows of the previous search stay until the next have loaded; those of the whole list are not mixed with it.
  const [buildRows] = useState(createRowBuilder);
  const known = useMemo(
    () => buildRows({ pages, online: online.data, live, work, isSearch: isSearch || list.isPlaceholderData }),
    [buildRows, pages, online.data, live, work, isSearch, list.isPlaceholderData],
  );
  const rows = useMemo(() => rowsOfView(known, view), [known, view]);
  const onlineCount = useMemo(() => countOnline(online.data, live), [online.data, live]);
  const isEmpty = pages.length === 0;
  const error = useStandingError(term, { error: isEmpty ? list.error : null, isPending: list.isPending });
  const onView = useCallback((seen: readonly ChatRow[]) => {
    inView.current = seen;
  }, []);
  const { fetchNextPage, refetch } = list;
  useUnknownFetched(view.filter, { known, work, readAt: first?.readAt }, refetch);
  return {
    rows: isEmpty ? [] : rows,
    known,
    hasViews: !first || first.counts !== undefined,
    countSources: { counts: first?.counts, readAt: first?.readAt ?? 0, moves: work.moves },
    onlineCount: error || online.isError ? undefined : onlineCount,
    isOnlineFailed: online.isError,
    isOnlinePartial: online.data?.isPartial ?? false,
    // Possibly none of the rows of another view belongs to this one.
    isLoading: list.isPending || (list.isPlaceholderData && rows.length === 0),
    isPlaceholderData: list.isPlaceholderData,
    isFetching: list.isFetching,
    error,
    refreshError: isEmpty || list.isFetchNextPageError ? null : list.error,
    nextPageError: list.isFetchNextPageError ? list.error : null,
    hasMore: list.hasNextPage,
    readMore: () => {
      if (!list.isFetching) void fetchNextPage();
    },
    onView,
    retry: () => {
      void refetch();
      if (online.isError) void online.refetch();
    },
    rowOf: (user) =>
      toRows({
        pages: [{ users: [user], readAt: 0, nextCursor: null, isRanked: false }],
        online: online.data,
        live,
        work,
        isSearch: true,
      })[0],
  };
}

/** A user who is not in the list. */
interface ChatUserLookup {
  readonly user: ChatUser;
  readonly isAdmin: boolean;
}

function toLookup(response: EndpointResponse<typeof getUserDetail> | null): ChatUserLookup | null {
  if (!response) return null;
  const { _id, username, avatar, lastActive, disabledUntil, role } = response.data;
  return { user: { ...NOTHING_KNOWN, _id, username, avatar, lastActive, disabledUntil }, isAdmin: role === 'admin' };
}

/** A user who is not in the list; null if there is no such account. Fetched only if `wanted`. */
export const useChatUser = (id: string, wanted: boolean) =>
  useQuery({ ...queryOrNull(getUserDetail, { params: { id } }), select: toLookup, enabled: wanted });
