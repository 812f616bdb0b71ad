import { sql } from 'kysely';
import type { Db } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import { containsText, wordMatch } from '../../lib/db/sql-expressions.ts';
import { MESSAGE_COLUMNS } from '../messages/messages.store.ts';

/** The last message already seen, over all conversations. */
export interface FoundPosition {
  at: Date;
  id: string;
}

export interface SearchPage {
  term: string;
  after: FoundPosition | null;
  limit: number;
}

export interface ConversationSearchPage {
  userId: string;
  term: string;
  /** Messages from `first` on, before `before`, are scanned. */
  first: number;
  before: number;
  limit: number;
}

type Hit = FoundPosition;

const isAfter = (after: FoundPosition | null) =>
  after === null ? sql<boolean>`true` : sql<boolean>`(m.created_at, m.id) < (${after.at}::timestamptz, ${after.id})`;

export const chatSearchStore = {
  /** Searches the next `width` messages of all conversations, by order only. */
  searchWindow(db: Db, { term, after, limit }: SearchPage, width: number): Promise<Hit[]> {
    return db
      .selectFrom((eb) =>
        eb
          .selectFrom('messages as m')
          .select(['m.id', 'm.created_at', 'm.search_text'])
          .where(isAfter(after))
          .orderBy('m.created_at', 'desc')
          .orderBy('m.id', 'desc')
          .limit(width)
          .as('near'),
      )
      .select(['near.id', 'near.created_at as at'])
      .where((eb) => containsText(eb.ref('near.search_text'), term))
      .orderBy('near.created_at', 'desc')
      .orderBy('near.id', 'desc')
      .limit(limit)
      .modifyEnd(unprepared)
      .execute();
  },

  /** Where the next `width` messages end; undefined when there are fewer. */
  endOfWindow(db: Db, after: FoundPosition | null, width: number): Promise<FoundPosition | undefined> {
    return db
      .selectFrom('messages as m')
      .select(['m.id', 'm.created_at as at'])
      .where(isAfter(after))
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .offset(width - 1)
      .limit(1)
      .executeTakeFirst();
  },

  /**
   * Finds a term through the index of words. The matches are computed first (MATERIALIZED), so that the
   * plan cannot walk all messages in order hoping to meet the rare one.
   */
  searchIndex(db: Db, { term, after, limit }: SearchPage): Promise<Hit[]> {
    return db
      .with(
        (cte) => cte('matching').materialized(),
        (cte) =>
          cte
            .selectFrom('messages as m')
            .select(['m.id', 'm.created_at as at'])
            .where((eb) => wordMatch(eb.ref('m.search_text'), term))
            .where(isAfter(after)),
      )
      .selectFrom('matching')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .modifyEnd(unprepared)
      .execute();
  },

  /** Searches a window of one conversation, the newest first. */
  async searchConversation(db: Db, page: ConversationSearchPage): Promise<Array<{ id: string; seq: number }>> {
    return db
      .selectFrom('messages as m')
      .select(['m.id', 'm.seq'])
      .where('m.user_id', '=', page.userId)
      .where('m.seq', '>=', page.first)
      .where('m.seq', '<', page.before)
      .where((eb) => containsText(eb.ref('m.search_text'), page.term))
      .orderBy('m.seq', 'desc')
      .limit(page.limit)
      .modifyEnd(unprepared)
      .execute();
  },

  /** How many messages a conversation has; 0 for none. */
  async findLastSeq(db: Db, userId: string): Promise<number> {
    const row = await db
      .selectFrom('conversations')
      .select('last_seq')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.last_seq ?? 0;
  },

  /** Messages by their ids, in no order, each with its conversation and user. */
  findFound(db: Db, ids: readonly string[]) {
    return db
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.user_id', 'm.user_id')
      .innerJoin('users as person', 'person.id', 'm.user_id')
      .leftJoin('users as sender', 'sender.id', 'm.sender_id')
      .select([...MESSAGE_COLUMNS, 'sender.username', 'sender.avatar_url', 'c.admin_read_seq', 'c.user_read_seq'])
      .select(['person.username as person_username', 'person.avatar_url as person_avatar_url'])
      .where(sql<boolean>`m.id = any(${ids}::text[])`)
      .execute();
  },
};
