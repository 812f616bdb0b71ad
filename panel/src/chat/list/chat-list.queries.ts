import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_USERS_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { orNull } from '../../lib/api-error.ts';
import { LIST_GC_TIME_MS } from '../../lib/use-scroll-position.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { chatKeys } from '../chat.keys.ts';
import { fetchChatUser, fetchChatUserPage, fetchOnlineUsers } from './chat-list.api.ts';
import {
  type ChatRow,
  type ChatUserPage,
  countOnline,
  createRowBuilder,
  type LiveUsers,
  NOTHING_LIVE,
  toRows,
} from './chat-list.ts';
import { type ChatUserPages, loadOrKeepPage } from './chat-list-refresh.ts';

const NO_PAGES: readonly ChatUserPage[] = [];

export interface ChatUserList {
  readonly rows: readonly ChatRow[];
  /** undefined while unknown. */
  readonly onlineCount: number | undefined;
  /** Whether the online users could not be loaded. */
  readonly isOnlineFailed: boolean;
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

/** All users of the chat, or the results of a search, with live changes (specification, sections 2, 7 and 9). */
export function useChatUsers(term: string): ChatUserList {
  const inView = useRef<readonly ChatRow[]>([]);
  const list = useInfiniteQuery<ChatUserPage, Error, ChatUserPages, readonly unknown[], string | null>({
    queryKey: chatKeys.list(term),
    queryFn: (context) =>
      loadOrKeepPage(context, inView.current, (cursor, signal) => fetchChatUserPage(term, cursor, signal)),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    gcTime: LIST_GC_TIME_MS,
    refetchInterval: CHAT_USERS_REFETCH_INTERVAL_MS,
    // Events are applied only while the list is shown.
    refetchOnMount: 'always',
  });
  const online = useQuery({
    queryKey: chatKeys.online,
    queryFn: ({ signal }) => fetchOnlineUsers(signal),
    refetchInterval: CHAT_USERS_REFETCH_INTERVAL_MS,
    refetchOnMount: 'always',
  });
  const live = useLive();

  const pages = list.data?.pages ?? NO_PAGES;
  const isSearch = term !== '';
  // The rows of the previous search stay until the next have loaded; those of the whole list are not mixed with it.
  const [buildRows] = useState(createRowBuilder);
  const rows = useMemo(
    () => buildRows({ pages, online: online.data, live, isSearch: isSearch || list.isPlaceholderData }),
    [buildRows, pages, online.data, live, isSearch, list.isPlaceholderData],
  );
  const onlineCount = useMemo(() => countOnline(online.data, live), [online.data, live]);
  const isEmpty = pages.length === 0;
  const error = useStandingError(term, { error: isEmpty ? list.error : null, isPending: list.isPending });
  const onView = useCallback((seen: readonly ChatRow[]) => {
    inView.current = seen;
  }, []);
  const { fetchNextPage, refetch } = list;
  return {
    rows: isEmpty ? [] : rows,
    onlineCount: error || online.isError ? undefined : onlineCount,
    isOnlineFailed: online.isError,
    isLoading: list.isPending,
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
        isSearch: true,
      })[0],
  };
}

/** A user who is not in the list; null if there is no such account. Fetched only if `wanted`. */
export function useChatUser(id: string, wanted: boolean) {
  return useQuery({
    queryKey: chatKeys.user(id),
    queryFn: ({ signal }) => orNull(fetchChatUser(id, signal)),
    enabled: wanted,
  });
}
