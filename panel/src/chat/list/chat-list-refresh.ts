import type { InfiniteData, QueryFunctionContext } from '@tanstack/react-query';
import type { ChatRow, ChatUserPage } from './chat-list.ts';

/** One refresh loads at most this many pages, however long the list is. */
const MAX_PAGES_REFETCHED = 4;

export type ChatUserPages = InfiniteData<ChatUserPage, string | null>;

/** The first page, those with rows in view, then those that were loaded longest ago: eventually each is reloaded. */
function pagesToRefresh(pages: readonly ChatUserPage[], inView: readonly ChatRow[]): readonly ChatUserPage[] {
  const ids = new Set(inView.map(({ _id }) => _id));
  const rank = (page: ChatUserPage) => (page === pages[0] ? 0 : page.users.some(({ _id }) => ids.has(_id)) ? 1 : 2);
  return pages.toSorted((a, b) => rank(a) - rank(b) || a.readAt - b.readAt).slice(0, MAX_PAGES_REFETCHED);
}

/**
 * A reloaded page. A user who is missing from it may have moved to a page that has not been reloaded since, and stays
 * in the list until all have.
 * @param loadedSince when the oldest page was loaded
 */
function withMissed(fresh: ChatUserPage, before: ChatUserPage, loadedSince: number): ChatUserPage {
  const ids = new Set(fresh.users.map(({ _id }) => _id));
  const { readAt, missed = [] } = before;
  const users = before.users.filter(({ _id }) => !ids.has(_id));
  return {
    ...fresh,
    missed: [...missed.filter(({ missedAt }) => missedAt > loadedSince), { users, readAt, missedAt: fresh.readAt }],
  };
}

/** A refresh in flight; pages are requested from the first to the last. */
interface Refresh {
  readonly pages: Iterator<ChatUserPage>;
  readonly chosen: readonly ChatUserPage[];
  readonly isWhole: boolean;
  readonly loadedSince: number;
}
/** The refreshes in flight, by abort signal. */
const refreshes = new WeakMap<AbortSignal, Refresh>();

/**
 * Loads one page of the list. A refetch requests every page in turn: most pages of a long list are served from the
 * cache, see {@link pagesToRefresh}.
 */
export async function loadOrKeepPage(
  { client, queryKey, pageParam, signal }: QueryFunctionContext<readonly unknown[], string | null>,
  inView: readonly ChatRow[],
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<ChatUserPage>,
): Promise<ChatUserPage> {
  if (pageParam === null) {
    const pages = client.getQueryData<ChatUserPages>(queryKey)?.pages ?? [];
    const chosen = pagesToRefresh(pages, inView);
    const loadedSince = Math.min(...pages.map(({ readAt }) => readAt));
    refreshes.set(signal, { pages: pages.values(), chosen, isWhole: chosen.length === pages.length, loadedSince });
  }
  const refresh = refreshes.get(signal);
  const before: ChatUserPage | undefined = refresh?.pages.next().value;
  if (!refresh || !before) return fetchPage(pageParam, signal);
  if (!refresh.chosen.includes(before)) return before;
  const fresh = await fetchPage(pageParam, signal);
  return refresh.isWhole ? fresh : withMissed(fresh, before, refresh.loadedSince);
}
