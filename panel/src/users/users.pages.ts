import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { InfiniteData } from '@tanstack/react-query';

export interface UserPage {
  /** null once the page has been let go to save memory; `count` keeps its place. */
  readonly users: readonly UserSummary[] | null;
  readonly count: number;
  readonly total: number;
  readonly totalRelation: CursorPagination['totalRelation'];
  /** null at the end. */
  readonly nextCursor: string | null;
}
export type UserPages = InfiniteData<UserPage, string | null>;

/** A page as answered; without paging (an older backend) it is the whole list. */
export function toUserPage(users: readonly UserSummary[], pagination: CursorPagination | undefined): UserPage {
  return {
    users,
    count: users.length,
    total: pagination?.total ?? users.length,
    totalRelation: pagination?.totalRelation ?? 'eq',
    nextCursor: pagination?.nextCursor ?? null,
  };
}

/** Where each page's first row stands, with the count of all rows at the end. */
export function pageStarts(pages: readonly UserPage[]): readonly number[] {
  const starts = [0];
  for (const page of pages) starts.push((starts.at(-1) ?? 0) + page.count);
  return starts;
}

/** The page that holds a row; rows beyond the ends belong to the first or last page. */
export function pageOfRow(starts: readonly number[], row: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The user in a row; undefined while its page is not in memory. */
export function userInRow(pages: readonly UserPage[], starts: readonly number[], row: number): UserSummary | undefined {
  const page = pageOfRow(starts, row);
  return pages[page]?.users?.[row - (starts[page] ?? 0)];
}

/**
 * Lets go of the users on pages far from what is seen, so that a list of a million keeps a bounded number in memory.
 * @param keep pages kept on either side of those seen
 */
export function releaseFarPages(data: UserPages, firstSeen: number, lastSeen: number, keep: number): UserPages {
  const isFar = (page: UserPage, index: number) =>
    page.users !== null && page.count > 0 && (index < firstSeen - keep || index > lastSeen + keep);
  if (!data.pages.some(isFar)) return data;
  return { ...data, pages: data.pages.map((page, index) => (isFar(page, index) ? { ...page, users: null } : page)) };
}

/**
 * Puts a page back. If the list has changed meanwhile (the page now ends elsewhere), the pages behind it no longer
 * join on: they are dropped, to be read again from the new end.
 */
export function restorePage(data: UserPages, index: number, page: UserPage): UserPages {
  const joins = data.pages[index]?.nextCursor === page.nextCursor;
  return {
    pages: [...data.pages.slice(0, index), page, ...(joins ? data.pages.slice(index + 1) : [])],
    pageParams: joins ? data.pageParams : data.pageParams.slice(0, index + 1),
  };
}

/** The list after one user has changed, or left it (`change` gives undefined); the same object if not on it. */
export function changeUser(
  data: UserPages,
  id: string,
  change: (user: UserSummary) => UserSummary | undefined,
): UserPages {
  const at = data.pages.findIndex((page) => page.users?.some((user) => user._id === id));
  if (at === -1) return data;
  let removed = 0;
  const pages = data.pages.map((page, index) => {
    if (index !== at || page.users === null) return page;
    const users = page.users.flatMap((user) => (user._id === id ? (change(user) ?? []) : user));
    removed = page.users.length - users.length;
    return { ...page, users, count: users.length };
  });
  if (removed === 0) return { ...data, pages };
  return { ...data, pages: pages.map((page) => ({ ...page, total: Math.max(0, page.total - removed) })) };
}
