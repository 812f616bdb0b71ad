import { z } from 'zod';
import { cursorId, cursorInteger, cursorTime } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import {
  isUserSearch,
  type LastSeenListing,
  type LastSeenPage,
  listUsersByLastSeen,
} from '../../users/list-users-by-last-seen.ts';
import type { OnlineView } from './online-view.ts';

/** A position in the list of the chat. */
export const positionSchema = z.object({
  /** Whether it is in the section of online users, which is listed first. */
  online: z.boolean(),
  at: cursorTime.nullable(),
  id: cursorId,
  /** How well it matches a search. */
  tier: cursorInteger.default(0),
  /** Whether only the domain of the e-mail matches: such users are listed last. */
  kind: z.enum(['own', 'domain']).default('own'),
});
export type Position = z.output<typeof positionSchema>;

/** The list from top to bottom. */
const SECTIONS = [
  { kind: 'own', online: true },
  { kind: 'own', online: false },
  { kind: 'domain', online: true },
  { kind: 'domain', online: false },
] as const;
type Section = (typeof SECTIONS)[number];
type PlaceInSection = Pick<Position, 'at' | 'id' | 'tier'>;

/** A part of one section; where it is short and has a next position, the section goes on there. */
interface Part {
  ids: string[];
  next: PlaceInSection | null;
}

/** How many users are looked through for those who are online, or who are not: first twice the page, then so many each. */
const LOOKED_THROUGH = [500, 1_000] as const;
/** If no more are online, a search looks at all of them rather than at its matches. */
const ONLINE_SCANNED = 2_000;

export interface ListPage {
  /** '' for all users. */
  term: string;
  from: Position | null;
  limit: number;
}

/** The users of one kind of match, page by page. @param width how many are looked through */
type FindMatches = (kind: Section['kind'], after: PlaceInSection | null, width: number) => Promise<LastSeenListing>;

/**
 * A page of all users who match a term, from a position on: first those who are online, the best match first. Users whose
 * e-mail has it only in the domain are listed last, online or not. The page may be short and still have a next one.
 */
export async function findUserPage(
  db: Db,
  online: OnlineView,
  { term, from, limit }: ListPage,
): Promise<{ ids: string[]; next: Position | null }> {
  const isSearch = isUserSearch(term);
  const begin = from ? SECTIONS.findIndex((one) => one.kind === from.kind && one.online === from.online) : 0;
  const findMatches = createMatches(db, term, limit);
  const ids: string[] = [];
  for (const [index, section] of SECTIONS.slice(begin).entries()) {
    // Nobody matches by the domain where there is no term.
    if (!isSearch && section.kind === 'domain') break;
    const after = index === 0 ? from : null;
    // Where a full page ends with a section, one row of the next shows whether there is more.
    const wanted = Math.max(1, limit - ids.length);
    const found = await (isSearch || !section.online
      ? findMatching(db, online, { ...section, term, after, limit: wanted }, findMatches)
      : findOnline(online, after, wanted));
    ids.push(...found.ids);
    if (found.next) {
      const { at, id, tier } = found.next;
      return { ids, next: { at, id, tier, ...section } };
    }
  }
  return { ids, next: null };
}

/** The online ones in the order in which they were last seen. */
async function findOnline(online: OnlineView, after: PlaceInSection | null, limit: number): Promise<Part> {
  const found = await online.newest({ after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    next: found.length > limit && last ? { ...last, tier: 0 } : null,
  };
}

/** The first page of each kind of match is looked through for two sections: those who are online, and the others. */
function createMatches(db: Db, term: string, limit: number): FindMatches {
  const first = new Map<Section['kind'], Promise<LastSeenListing>>();
  return (kind, after, width) => {
    if (after !== null) return listUsersByLastSeen(db, { term, kind, after, limit: width });
    const found = first.get(kind) ?? listUsersByLastSeen(db, { term, kind, after, limit: 2 * limit });
    first.set(kind, found);
    return found;
  };
}

/** A page of one section of those who match. */
async function findMatching(
  db: Db,
  online: OnlineView,
  { term, kind, online: isOnline, after, limit }: Section & Omit<LastSeenPage, 'among'>,
  findMatches: FindMatches,
): Promise<Part> {
  const found: PlaceInSection[] = [];
  let from = after;
  for (const [step, width] of [2 * limit, ...LOOKED_THROUGH].entries()) {
    const few =
      step === 1 && isOnline && from
        ? await searchFewOnline(db, online, { term, kind, after: from, limit: limit + 1 - found.length })
        : undefined;
    const page = few ?? (await findMatches(kind, from, width));
    const ids = await online.among(page.users.map(({ id }) => id));
    found.push(...page.users.filter(({ id }) => ids.has(id) === isOnline));
    from = page.next;
    if (found.length > limit || from === null) break;
  }
  const shown = found.slice(0, limit);
  return { ids: shown.map(({ id }) => id), next: found.length > limit ? (shown.at(-1) ?? null) : from };
}

/** Where few users are online, those of them who match are all found at once. */
async function searchFewOnline(
  db: Db,
  online: OnlineView,
  page: Omit<LastSeenPage, 'among'>,
): Promise<LastSeenListing | undefined> {
  const all = await online.newest({ after: null, limit: ONLINE_SCANNED + 1 });
  if (all.length > ONLINE_SCANNED) return undefined;
  return listUsersByLastSeen(db, { ...page, among: all.map(({ id }) => id) });
}
