import type { Db } from '../lib/db/database.ts';
import { type UserPage, type UserPosition, usersListingStore } from './users.listing.store.ts';
import { bestFirst, noRanking } from './users.ranking.store.ts';
import { type FoundUserRow, type SearchPage, type SearchPosition, usersSearchStore } from './users.search.store.ts';
import { TIER, type Tier, type UserTerm } from './users.search-term.ts';

/** How many users in order a search scans before it uses the index. */
export const SEARCH_WINDOW = 5_000;
/** A wider look costs more than asking the index. */
const WIDEST_WINDOW = 10_000;
/** Matches are spread unevenly; a window made to measure gets this much more. */
const WINDOW_MARGIN = 1.5;
/** So few are found by the index alone at least as fast. */
const FEW_MATCHES = 10_000;

export interface UserSearch extends Omit<UserPage, 'after'> {
  readonly term: UserTerm;
  readonly after: SearchPosition | null;
  readonly isBestFirst: boolean;
  /** The first and the last requested tier; all unless stated. */
  readonly tiers?: readonly [Tier, Tier];
  /** How many match, as far as the page before knew; null where that is to be found out. */
  readonly total: number | null;
}

export interface FoundUsers {
  readonly rows: readonly FoundUserRow[];
  /** How many match: exactly, at least, or among the first 5 000 in order. */
  readonly count: { readonly exactly: number } | { readonly atLeast: number } | { readonly near: number };
  /** Where to look on although the page is not full. */
  readonly resumeAt?: SearchPosition | undefined;
}

/**
 * A page of all users in whom a term occurs: near first, then by index (docs/decisions/004). It may be short, or empty,
 * and still have a next one.
 */
export async function findUsersByTerm(db: Db, search: UserSearch): Promise<FoundUsers> {
  const page = toPage(search);
  if (page.from > page.upTo) return NO_RESULTS;
  return page.after ? searchOn(db, page, page.after, search.total) : searchFromTop(db, page, search.total === null);
}

/** The same among a few thousand accounts, all of which are scanned. */
export async function findUsersByTermAmong(db: Db, ids: readonly string[], search: UserSearch): Promise<FoundUsers> {
  const page = toPage(search);
  if (page.from > page.upTo) return NO_RESULTS;
  const rows = await usersSearchStore.searchAmong(db, ids, page);
  return { rows, count: { atLeast: rows.length } };
}

/**
 * A page from the top of its first tier on. The newest users show which tier the page ends in; of that tier they are
 * enough, and all the better ones come from the index. Tiers that are not indexed are searched window by window.
 */
async function searchFromTop(db: Db, page: SearchPage, isCounted: boolean): Promise<FoundUsers> {
  const near = await searchRecent(db, page, isCounted);
  const isFilled = isFull(near.rows, page);
  const isWhole = isIndexed(page, page.upTo);
  // There are no users beyond the last tier.
  const lastTier = (isFilled ? near.rows.at(-1)?.tier : undefined) ?? (isWhole ? page.upTo + 1 : page.upTo);
  const better = { ...page, upTo: lastTier - 1 };
  const known = better.upTo < page.from ? { rows: [], matches: 0 } : await usersSearchStore.searchIndex(db, better);
  const others = near.rows.filter(({ tier }) => tier === lastTier);
  const rows = [...known.rows, ...others].slice(0, page.limit);
  if (isFilled) return { rows, count: { near: near.matches } };
  if (isWhole) return { rows, count: { exactly: known.matches } };
  const resumeAt = await endOfWindow(db, page, null);
  const total = known.matches + others.length;
  const count = resumeAt ? { atLeast: total } : { exactly: total };
  return isFull(rows, page) ? { rows, count } : { rows, count, resumeAt };
}

/** A page from a position on: first the rest of its tier, then the tiers after it. */
async function searchOn(db: Db, page: SearchPage, after: SearchPosition, total: number | null): Promise<FoundUsers> {
  const count = { near: 0 };
  if (total !== null && total <= FEW_MATCHES && isIndexed(page, page.upTo)) {
    return { rows: (await usersSearchStore.searchIndex(db, page)).rows, count };
  }
  const sameTier = { ...page, upTo: after.tier };
  const near = await usersSearchStore.searchWindow(db, sameTier, {
    start: after,
    width: SEARCH_WINDOW,
    isCounted: false,
  });
  if (isFull(near.rows, page)) return { rows: near.rows, count };
  const end = await endOfWindow(db, sameTier, after);
  if (end && !isIndexed(page, after.tier)) return { rows: near.rows, count, resumeAt: end };
  const rows = end ? (await usersSearchStore.searchIndex(db, sameTier)).rows : near.rows;
  if (page.from === page.upTo || isFull(rows, page)) return { rows, count };
  const rest = { ...page, from: page.from + 1, after: null, limit: page.limit - rows.length };
  const following = await searchFromTop(db, rest, false);
  return { ...following, rows: [...rows, ...following.rows], count };
}

/** The newest 5 000 users; if a few more would fill the page, those as well. */
async function searchRecent(db: Db, page: SearchPage, isCounted: boolean) {
  const near = await usersSearchStore.searchWindow(db, page, { start: null, width: SEARCH_WINDOW, isCounted });
  if (isFull(near.rows, page) || !isIndexed(page, page.upTo)) return near;
  const width = Math.ceil(((SEARCH_WINDOW * page.limit) / near.rows.length) * WINDOW_MARGIN);
  if (width > WIDEST_WINDOW) return near;
  const wide = await usersSearchStore.searchWindow(db, page, { start: null, width, isCounted: false });
  return { rows: wide.rows, matches: near.matches };
}

/** Where the scanned window ends; undefined where it reached the last user. */
async function endOfWindow(db: Db, page: SearchPage, start: UserPosition | null): Promise<SearchPosition | undefined> {
  const end = await usersListingStore.endOfWindow(db, { ...page, after: start }, SEARCH_WINDOW);
  return end && { ...end, tier: page.upTo };
}

const NO_RESULTS: FoundUsers = { rows: [], count: { exactly: 0 } };

const isFull = (rows: readonly FoundUserRow[], { limit }: SearchPage): boolean => rows.length >= limit;

const isIndexed = ({ ranking }: SearchPage, tier: Tier): boolean =>
  ranking.lastIndexed !== undefined && tier <= ranking.lastIndexed;

function toPage({ isBestFirst, tiers, total: _, ...page }: UserSearch): SearchPage {
  const ranking = isBestFirst ? bestFirst(page.term) : noRanking(page.term);
  const [first, last] = tiers ?? [TIER.exact, TIER.domain];
  return { ...page, ranking, from: page.after?.tier ?? first, upTo: Math.min(last, ranking.last) };
}
