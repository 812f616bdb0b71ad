import type { FoundMessage, FoundMessagePage, SearchMessagesBody } from '@hai-dang/contract/chat/chat.schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../lib/context.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { isWordIndexed, toSearchTerm } from '../../lib/search/search-term.ts';
import { toChatMessage } from '../messages/messages.mapper.ts';
import { chatSearchStore, type FoundPosition } from './message-search.store.ts';

/** How many messages in order a search scans at a time. */
const SEARCH_WINDOW = 5_000;

/** A cursor is good for the search it came from: in one conversation it is a seq. */
const conversationCursorSchema = z.object({ before: cursorInteger.min(1) });
const cursorSchema = z.object({
  at: cursorTime,
  id: cursorId,
});

/** The messages of a page, and where the next one begins. */
interface Found {
  ids: string[];
  nextCursor: string | null;
}

/**
 * A page of the messages in whose text or caption the term occurs, newest first, ignoring case and diacritics; it may be short
 * and still have a next one.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function searchMessages({ db, caller }: Ctx, body: SearchMessagesBody): Promise<FoundMessagePage> {
  const term = toSearchTerm(body.searchTerm);
  if (term === '') return { messages: [], pagination: { nextCursor: null } };
  const { ids, nextCursor } = body.userId
    ? await searchConversation(db, body.userId, term, body)
    : await searchEverything(db, term, body);
  const rows = new Map((ids.length > 0 ? await chatSearchStore.findFound(db, ids) : []).map((row) => [row.id, row]));
  // Users who were deleted meanwhile are left out.
  const messages = ids.flatMap((id): FoundMessage[] => {
    const row = rows.get(id);
    if (!row) return [];
    const user = { _id: row.user_id, username: row.person_username, avatar: row.person_avatar_url };
    return [{ message: toChatMessage(row, row, caller.id), user }];
  });
  return { messages, pagination: { nextCursor } };
}

/** Scans one conversation, a window at a time. */
async function searchConversation(
  db: Db,
  userId: string,
  term: string,
  { cursor, limit }: Pick<SearchMessagesBody, 'cursor' | 'limit'>,
): Promise<Found> {
  const before = cursor
    ? decodeCursor(cursor, conversationCursorSchema).before
    : (await chatSearchStore.findLastSeq(db, userId)) + 1;
  const first = Math.max(1, before - SEARCH_WINDOW);
  // One row more than the limit shows whether there is a next page.
  const hits = await chatSearchStore.searchConversation(db, { userId, term, first, before, limit: limit + 1 });
  const shown = hits.slice(0, limit);
  const resumeAt = hits.length > limit ? shown.at(-1)?.seq : first;
  return {
    ids: shown.map(({ id }) => id),
    nextCursor: resumeAt !== undefined && resumeAt > 1 ? encodeCursor({ before: resumeAt }) : null,
  };
}

/**
 * First the next 5 000 messages in order are scanned: a frequent term is found there. Only then the index is
 * used, which is fast for a rare term. A term that is not indexed is searched window by window.
 */
async function searchEverything(
  db: Db,
  term: string,
  { cursor, limit }: Pick<SearchMessagesBody, 'cursor' | 'limit'>,
): Promise<Found> {
  const after = cursor ? decodeCursor(cursor, cursorSchema) : null;
  const page = { term, after, limit: limit + 1 };
  const near = await chatSearchStore.searchWindow(db, page, SEARCH_WINDOW);
  const isFull = near.length > limit;
  const isAsked = !isFull && isWordIndexed(term);
  const hits = isAsked ? await chatSearchStore.searchIndex(db, page) : near;
  const shown = hits.slice(0, limit);
  const position = (at: FoundPosition | undefined) =>
    at ? encodeCursor({ at: at.at.toISOString(), id: at.id }) : null;
  const ids = shown.map(({ id }) => id);
  if (hits.length > limit) return { ids, nextCursor: position(shown.at(-1)) };
  return { ids, nextCursor: isAsked ? null : position(await chatSearchStore.endOfWindow(db, after, SEARCH_WINDOW)) };
}
