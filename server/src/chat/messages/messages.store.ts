import { QUOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { onAssignee, WORK_COLUMNS } from '../conversations/conversations.store.ts';

/** The fields of a letter beside those of its message. */
export interface MessageNoticeFields {
  id: string;
  kind: string;
  canAppeal: boolean;
  appealUntil: Date | null;
}

/** The part of a quoted message that is shown, as it is now. */
export interface QuotedMessage {
  id: string;
  seq: number;
  /** Its beginning; of an image the caption's, perhaps ''. */
  content: string;
  type: string;
  isFromAdmin: boolean;
  isDeleted: boolean;
  senderName: string | null;
}

/** A message with its sender, as far as there still is one. */
export interface MessageRow {
  id: string;
  user_id: string;
  seq: number;
  sender_id: string;
  is_from_admin: boolean;
  type: string;
  content: string;
  client_key: string;
  created_at: Date;
  /** Set for an image only, if it is stored here. */
  caption: string | null;
  image_name: string | null;
  image_preview_name: string | null;
  image_width: number | null;
  image_height: number | null;
  edited_at: Date | null;
  /** Set for a deleted message, which has neither content nor image any more. */
  deleted_at: Date | null;
  quote: QuotedMessage | null;
  username: string | null;
  avatar_url: string | null;
  /** Set for a letter only. */
  notice?: MessageNoticeFields | null;
}

export interface ConversationRow {
  last_seq: number;
  unread_count: number;
  admin_read_seq: number;
  user_read_seq: number;
}

export interface MessagesPage {
  userId: string;
  /** Now: whether it is too late to object to a letter. */
  at: Date;
  /** Exclusive; null for no bound. */
  before: number | null;
  after: number | null;
  limit: number;
}

export const MESSAGE_COLUMNS = [
  'm.id',
  'm.user_id',
  'm.seq',
  'm.sender_id',
  'm.is_from_admin',
  'm.type',
  'm.content',
  'm.client_key',
  'm.created_at',
  'm.caption',
  'm.image_name',
  'm.image_preview_name',
  'm.image_width',
  'm.image_height',
  'm.edited_at',
  'm.deleted_at',
  // A subquery, not a join: messages without a quote cost nothing, and each quoted one is found by its key.
  sql<QuotedMessage | null>`case when m.quoted_seq is not null then (
    select jsonb_build_object('id', q.id, 'seq', q.seq, 'type', q.type, 'isFromAdmin', q.is_from_admin,
      'content', left(case q.type when 'image' then coalesce(q.caption, '') else q.content end, ${sql.lit(QUOTE_MAX_CHARS)}),
      'isDeleted', q.deleted_at is not null, 'senderName', author.username)
    from messages q left join users author on author.id = q.sender_id
    where q.user_id = m.user_id and q.seq = m.quoted_seq) end`.as('quote'),
] as const;

export const chatStore = {
  /** An app user with their conversation, of which there may be none yet. */
  findChatUser(db: DbOrTx, userId: string) {
    return db
      .selectFrom('users as u')
      .leftJoin('conversations as c', 'c.user_id', 'u.id')
      .leftJoin('users as a', onAssignee)
      .select(['u.id', 'u.username', 'u.avatar_url', 'u.last_seen_at'])
      .select(['c.last_seq', 'c.unread_count', 'c.admin_read_seq', 'c.user_read_seq'])
      .select(WORK_COLUMNS)
      .where('u.id', '=', userId)
      .where('u.role', '=', sql.lit('user'))
      .executeTakeFirst();
  },

  /** Finds messages next to `after` if given, else next to `before`, else the newest; in the order of their seq. */
  async findMessages(db: DbOrTx, { userId, at, before, after, limit }: MessagesPage): Promise<MessageRow[]> {
    const isForward = after !== null;
    const found = await db
      .selectFrom('messages as m')
      .leftJoin('users as sender', 'sender.id', 'm.sender_id')
      .leftJoin('notices as n', 'n.message_id', 'm.id')
      .leftJoin('decisions as d', 'd.id', 'n.decision_id')
      .select([...MESSAGE_COLUMNS, 'sender.username', 'sender.avatar_url'])
      .select(['n.id as notice_id', 'n.kind as notice_kind', 'n.appeal_until as notice_appeal_until'])
      .select(
        sql<boolean>`n.appeal_until > ${at} and d.undone_at is null and not exists (
          select from appeals a where a.decision_id = n.decision_id and a.user_id = n.user_id)`.as('notice_can_appeal'),
      )
      .where('m.user_id', '=', userId)
      .$if(before !== null, (query) => query.where('m.seq', '<', before))
      .$if(isForward, (query) => query.where('m.seq', '>', after))
      .orderBy('m.seq', isForward ? 'asc' : 'desc')
      .limit(limit)
      .execute();
    const rows = found.map(
      ({ notice_id: id, notice_kind, notice_appeal_until: appealUntil, notice_can_appeal, ...row }) => ({
        ...row,
        notice:
          id === null
            ? null
            : {
                id,
                kind: notice_kind ?? '',
                canAppeal: notice_can_appeal === true,
                appealUntil,
              },
      }),
    );
    return isForward ? rows : rows.reverse();
  },

  /** A conversation, locked until the transaction ends. */
  findForUpdate(tx: Tx, userId: string): Promise<ConversationRow | undefined> {
    return tx
      .selectFrom('conversations')
      .select(['last_seq', 'unread_count', 'admin_read_seq', 'user_read_seq'])
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  },

  /**
   * Says that administrators have read up to `seq`.
   * @param tx has the conversation locked, so that nothing is sent meanwhile
   * @returns how many of the user's messages are unread
   */
  async setAdminRead(tx: Tx, userId: string, seq: number): Promise<number> {
    const { unread_count } = await tx
      .updateTable('conversations')
      .set((eb) => ({
        admin_read_seq: seq,
        unread_count: eb
          .selectFrom('messages')
          .select((messages) => sql<number>`${messages.fn.countAll()}::integer`.as('count'))
          .where('user_id', '=', userId)
          .where('seq', '>', seq)
          .where((messages) => messages.not(messages.ref('is_from_admin'))),
      }))
      .where('user_id', '=', userId)
      .returning('unread_count')
      .executeTakeFirstOrThrow();
    return unread_count;
  },

  /**
   * Counts the last message of a user as unread again; the read mark stays.
   * @param tx has the conversation locked, of which nothing is unread
   */
  async setUnread(tx: Tx, userId: string): Promise<void> {
    await tx.updateTable('conversations').set({ unread_count: 1 }).where('user_id', '=', userId).execute();
  },

  /**
   * Says that a user has read all there is.
   * @returns up to which message; undefined when that was known
   */
  async setAllReadByUser(db: DbOrTx, userId: string): Promise<number | undefined> {
    const row = await db
      .updateTable('conversations')
      .set((eb) => ({ user_read_seq: eb.ref('last_seq') }))
      .where('user_id', '=', userId)
      .whereRef('user_read_seq', '<', 'last_seq')
      .returning('user_read_seq')
      .executeTakeFirst();
    return row?.user_read_seq;
  },

  /**
   * Purges up to `most` messages of a conversation, the oldest first, and the conversation with the last of them.
   * @returns false where there was no conversation
   */
  async purgeSomeOf(tx: Tx, userId: string, most: number): Promise<boolean> {
    const { numAffectedRows: removed = 0n } = await sql`
      delete from messages where ctid = any(array(
        select ctid from messages where user_id = ${userId} order by seq limit ${most} for update))`.execute(tx);
    if (removed > 0n) return true;
    const { numDeletedRows } = await tx.deleteFrom('conversations').where('user_id', '=', userId).executeTakeFirst();
    return numDeletedRows > 0n;
  },
};
