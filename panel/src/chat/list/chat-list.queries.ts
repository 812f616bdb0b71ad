import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { CHAT_USERS_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { orNull } from '../../lib/api-error.ts';
import { LIST_GC_TIME_MS } from '../../lib/use-scroll-position.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { fetchChatUser, fetchChatUserPage, fetchOnlineUsers } from './chat-list.api.ts';
import { chatKeys } from './chat-list.keys.ts';
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
  /** undefined while it is not known. */
  readonly onlineCount: number | undefined;
  /** Whether who is online could not be read. */
  readonly isOnlineFailed: boolean;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  /** What is shown belongs to the search before. */
  readonly isPlaceholderData: boolean;
  readonly isFetching: boolean;
  /** Stands in place of the rows. */
  readonly error: Error | null;
  /** What is shown could not be brought up to date. */
  readonly refreshError: Error | null;
  readonly nextPageError: Error | null;
  readonly hasMore: boolean;
  readonly readMore: () => void;
  /** The rows in view: a refresh of a long list loads these above all. */
  readonly onView: (rows: readonly ChatRow[]) => void;
  readonly retry: () => void;
  /** Somebody who may not be in the list, as what is known here completes them. */
  readonly rowOf: (user: ChatUser) => ChatRow | undefined;
}

/** What events have told since the lists were read. */
function useLive(): LiveUsers {
  const { data = NOTHING_LIVE } = useQuery<LiveUsers>({
    queryKey: chatKeys.live,
    queryFn: () => NOTHING_LIVE,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Everybody one can chat with, or whom a search has found, kept as it is now (specification, sections 2, 7 and 9). */
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
    // Events are followed only as long as the list is shown.
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
  // The rows of the search before stay until the next have come; those of everybody are not mixed with it.
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

/** Somebody who is not in the list; null if there is no such account. Asked for only if `wanted`. */
export function useChatUser(id: string, wanted: boolean) {
  return useQuery({
    queryKey: chatKeys.user(id),
    queryFn: ({ signal }) => orNull(fetchChatUser(id, signal)),
    enabled: wanted,
  });
}
