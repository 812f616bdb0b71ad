import type { Db } from '../lib/db/database.ts';
import { type FoundUsers, findUsersByTerm, findUsersByTermAmong } from './find-users-by-term.ts';
import { usersListingStore } from './users.listing.store.ts';
import { type ListedUserRow, paginate, type RequestedPage, toPosition } from './users.paging.ts';
import type { SearchPosition } from './users.search.store.ts';
import { TIER, type Tier, toUserTerm } from './users.search-term.ts';

/** How a search of the chat matches: by what is the user's own, or else by the domain of the e-mail alone. */
export type MatchKind = 'own' | 'domain';
const TIERS_OF_KIND: Readonly<Record<MatchKind, readonly [Tier, Tier]>> = {
  own: [TIER.exact, TIER.contact],
  domain: [TIER.domain, TIER.domain],
};

export interface LastSeenPage {
  /** The text that must occur in the name, e-mail or phone; '' for any. */
  term: string;
  kind: MatchKind;
  /** The ids of the only accounts to list, a few thousand at most; all unless stated. */
  among?: readonly string[];
  after: SearchPosition | null;
  limit: number;
}
export interface LastSeenListing {
  /** Their positions in the list. */
  users: SearchPosition[];
  next: SearchPosition | null;
}

/**
 * A page of the app's users, whom the administrators chat with, by when they were last seen: the latest first; of those who
 * are searched for, the best match first.
 */
export async function listUsersByLastSeen(db: Db, { after, limit, ...wanted }: LastSeenPage): Promise<LastSeenListing> {
  const page = { criteria: { role: 'user' }, order: 'lastSeen', after, limit: limit + 1 } as const;
  const found = await findRows(db, wanted, page);
  const { shown, next } = paginate(found.rows, page, found.resumeAt);
  return { users: shown.map((row) => toPosition(row, page.order)), next: next ?? null };
}

async function findRows(
  db: Db,
  { term: text, among, kind }: Pick<LastSeenPage, 'term' | 'among' | 'kind'>,
  page: RequestedPage['page'],
): Promise<{ rows: readonly ListedUserRow[] } & Pick<FoundUsers, 'resumeAt'>> {
  const term = toUserTerm(text);
  if (!term) {
    if (kind === 'domain') return { rows: [] };
    return {
      rows: await (among ? usersListingStore.findPageAmong(db, among, page) : usersListingStore.findPage(db, page)),
    };
  }
  const search = { ...page, term, isBestFirst: true, tiers: TIERS_OF_KIND[kind], total: Number.POSITIVE_INFINITY };
  return among ? findUsersByTermAmong(db, among, search) : findUsersByTerm(db, search);
}

/** Whether anything is left of a text that could be searched for; else all are listed. */
export const isUserSearch = (text: string): boolean => toUserTerm(text) !== undefined;
