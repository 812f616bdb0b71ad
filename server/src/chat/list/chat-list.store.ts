import { sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import { onAssignee, WORK_COLUMNS } from '../conversations/conversations.store.ts';

/** A row shows one line of the newest message; hundreds of whole ones would be megabytes. */
const PREVIEW_MAX_CHARS = 200;

/** When an account was last seen. */
export interface LastSeenUpdate {
  userId: string;
  at: Date;
}

interface SeenRow {
  id: string;
  username: string;
  avatar_url: string | null;
  last_seen_at: Date;
  isStored: boolean;
}

export const chatListingStore = {
  /** Rows of the chat's list, in no order: each user with the newest message of their conversation. */
  findRows(db: Db, ids: readonly string[]) {
    return db
      .selectFrom('users as u')
      .leftJoin('conversations as c', 'c.user_id', 'u.id')
      .leftJoin('messages as m', (join) => join.onRef('m.user_id', '=', 'c.user_id').onRef('m.seq', '=', 'c.last_seq'))
      .leftJoin('users as sender', (join) =>
        join.onRef('sender.id', '=', 'm.sender_id').on('m.is_from_admin', '=', true),
      )
      .leftJoin('users as a', onAssignee)
      .select(['u.id', 'u.username', 'u.avatar_url', 'u.last_seen_at', 'u.disabled_until', 'c.unread_count'])
      .select(['m.type', 'm.created_at', 'm.is_from_admin', 'm.deleted_at', 'sender.username as sender_name'])
      .select(WORK_COLUMNS)
      .select(sql<string | null>`left(m.content, ${sql.lit(PREVIEW_MAX_CHARS)})`.as('content'))
      .where(sql<boolean>`u.id = any(${ids}::text[])`)
      .modifyEnd(unprepared)
      .execute();
  },

  /** How many users wait for an answer, counted up to `most`, and since when the first of them does. */
  async countWaiting(db: Db, most: number): Promise<{ count: number; since: Date | null }> {
    const { rows } = await sql<{ count: number; since: Date | null }>`
      select count(*) as count, min(waiting_since) as since from (
        select waiting_since from conversations where waiting_since is not null
        order by waiting_since, user_id limit ${most}) waiting`.execute(db);
    return rows[0] ?? { count: 0, since: null };
  },

  /**
   * Stores when accounts were last seen; an earlier time changes nothing. It never waits: an account that is locked is
   * left as it is.
   * @returns them, as far as they are there, and whether it was stored
   */
  async updateLastSeen(tx: Tx, sightings: readonly LastSeenUpdate[]) {
    const { rows } = await sql<SeenRow>`
      with sighted as materialized (
        select u.id, u.username, u.avatar_url, greatest(u.last_seen_at, s.at) as last_seen_at
        from users u
        join unnest(${sightings.map(({ userId }) => userId)}::text[], ${sightings.map(({ at }) => at)}::timestamptz[])
          as s (id, at) on s.id = u.id
      ), locked as materialized (
        select u.id from users u where u.id = any(array(select id from sighted))
        order by u.id
        for no key update skip locked
      ), stored as (
        update users set last_seen_at = greatest(users.last_seen_at, sighted.last_seen_at)
        from sighted join locked on locked.id = sighted.id where users.id = sighted.id
        returning users.id
      )
      select sighted.*, stored.id is not null as "isStored" from sighted left join stored on stored.id = sighted.id`.execute(
      tx,
    );
    return rows;
  },
};
export type ChatUserRow = Awaited<ReturnType<typeof chatListingStore.findRows>>[number];
