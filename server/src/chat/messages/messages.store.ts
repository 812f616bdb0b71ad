import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';

/** The fields of a message of type 'image' beside its content, which is the image URL. */
export interface MessageImageFields {
  caption: string | null;
  image_name: string;
  image_preview_name: string;
  /** In pixels. */
  image_width: number;
  image_height: number;
  /** SHA-256 of what was sent. */
  image_source_hash: string;
}

export interface NewMessage {
  id: string;
  /** The user of the conversation. */
  userId: string;
  senderId: string;
  isFromAdmin: boolean;
  type: string;
  content: string;
  /** The sender's own key. */
  tempId: string;
  createdAt: Date;
  image: MessageImageFields | null;
  /** By how much its image counts against the quota of the conversation's user. */
  quotaBytes: number;
}

/** A letter to an app user: a text of an administrator. */
export interface LetterMessage {
  id: string;
  userId: string;
  content: string;
  tempId: string;
}

/** What a message that is a letter says of itself. */
export interface MessageNoticeFields {
  id: string;
  kind: string;
  canAppeal: boolean;
  appealUntil: Date | null;
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
  /** Of an image, if it is stored here. */
  caption: string | null;
  image_name: string | null;
  image_preview_name: string | null;
  image_width: number | null;
  image_height: number | null;
  username: string | null;
  avatar_url: string | null;
  /** Of a letter. */
  notice?: MessageNoticeFields | null;
}

export interface ConversationRow {
  last_seq: number;
  unread_count: number;
  admin_read_seq: number;
  user_read_seq: number;
}

/** As {@link chatStore.send} leaves it: the message, and its conversation now. */
export type StoredMessage = MessageRow & ConversationRow & { image_source_hash: string | null };

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
] as const;

/** A text names none of an image's columns: sending it stays as cheap as it was. */
const IMAGE_COLUMNS = sql.raw(
  ', caption, image_name, image_preview_name, image_width, image_height, image_source_hash',
);

const imageValues = (image: MessageImageFields) => sql`, ${image.caption}, ${image.image_name},
  ${image.image_preview_name}, ${image.image_width}::integer, ${image.image_height}::integer, ${image.image_source_hash}`;

/** What is known of a message only once it is stored; of one that was, its id. */
interface Stored extends Omit<ConversationRow, 'last_seq'>, Pick<MessageRow, 'seq' | 'username' | 'avatar_url'> {
  known_id: string | null;
}

const NO_IMAGE = {
  caption: null,
  image_name: null,
  image_preview_name: null,
  image_width: null,
  image_height: null,
  image_source_hash: null,
};

const toRow = (message: NewMessage) => ({
  id: message.id,
  user_id: message.userId,
  sender_id: message.senderId,
  is_from_admin: message.isFromAdmin,
  type: message.type,
  content: message.content,
  client_key: message.tempId,
  created_at: message.createdAt,
  ...(message.image ?? NO_IMAGE),
});

/** A message as {@link chatStore.send} leaves it. */
const findSent = (db: DbOrTx, id: string): Promise<StoredMessage | undefined> =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.user_id', 'm.user_id')
    .leftJoin('users as sender', 'sender.id', 'm.sender_id')
    .select([...MESSAGE_COLUMNS, 'm.image_source_hash', 'sender.username', 'sender.avatar_url'])
    .select(['c.last_seq', 'c.unread_count', 'c.admin_read_seq', 'c.user_read_seq'])
    .where('m.id', '=', id)
    .executeTakeFirst();

export const chatStore = {
  /**
   * Stores a message and numbers it, in one statement: it is the hottest of all, so it returns only what its sender
   * does not know. For a known sender and key it returns the stored message. The account is locked before the
   * conversation, in the same order as a deletion does.
   * @returns undefined when there is no such app user
   * @throws a violation of messages_client_key when the same message is being stored at this very moment
   */
  async send(db: DbOrTx, message: NewMessage): Promise<StoredMessage | undefined> {
    const unread = message.isFromAdmin ? 0 : 1;
    // The user waits from their first message that no administrator has answered.
    const waitingSince = message.isFromAdmin ? null : message.createdAt;
    const { image, quotaBytes } = message;
    const { rows } = await sql<Stored>`
      with known as (
        select id from messages where sender_id = ${message.senderId} and client_key = ${message.tempId}
      ), person as (
        select id from users where id = ${message.userId} and role = 'user' and not exists (select from known)
        for key share
      ), conversation as (
        insert into conversations as c (user_id, last_seq, unread_count, waiting_since ${image ? sql`, image_bytes` : sql``})
        select id, 1, ${unread}::integer, ${waitingSince}::timestamptz ${image ? sql`, ${quotaBytes}::bigint` : sql``} from person
        on conflict (user_id) do update
          set last_seq = c.last_seq + 1, unread_count = c.unread_count + excluded.unread_count,
            waiting_since = ${message.isFromAdmin ? sql`null` : sql`coalesce(c.waiting_since, excluded.waiting_since)`}
          ${image ? sql`, image_bytes = c.image_bytes + excluded.image_bytes` : sql``}
        returning *
      ), stored as (
        insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at
          ${image ? IMAGE_COLUMNS : sql``})
        select ${message.id}, user_id, last_seq, ${message.senderId}, ${message.isFromAdmin}::boolean, ${message.type},
          ${message.content}, ${message.tempId}, ${message.createdAt}::timestamptz ${image ? imageValues(image) : sql``}
        from conversation
        returning seq
      )
      select null as known_id, stored.seq, c.unread_count, c.admin_read_seq, c.user_read_seq,
        sender.username, sender.avatar_url
      from stored cross join conversation c left join users sender on sender.id = ${message.senderId}
      union all
      select id, 0, 0, 0, 0, null, null from known`.execute(db);
    const [stored] = rows;
    if (!stored) return undefined;
    const { known_id, ...rest } = stored;
    return known_id === null ? { ...toRow(message), ...rest, last_seq: rest.seq } : findSent(db, known_id);
  },

  /**
   * Stores letters to different users and numbers each in its conversation, as {@link send} does, in one statement. Accounts
   * and conversations are locked in the order of their ids. A letter is no answer: who waited waits on.
   * @param letters none of them is stored yet
   * @returns those whose user exists
   */
  async sendLetters(
    tx: Tx,
    letters: readonly LetterMessage[],
    { senderId, at }: { senderId: string; at: Date },
  ): Promise<StoredMessage[]> {
    const { rows } = await sql<Omit<Stored, 'known_id'> & { id: string }>`
      with letter as (
        select * from unnest(${letters.map(({ id }) => id)}::text[], ${letters.map(({ userId }) => userId)}::text[],
          ${letters.map(({ content }) => content)}::text[], ${letters.map(({ tempId }) => tempId)}::text[])
          as l(id, user_id, content, client_key)
      ), person as (
        select id from users where id in (select user_id from letter) and role = 'user' order by id for key share
      ), conversation as (
        insert into conversations as c (user_id, last_seq, unread_count) select id, 1, 0 from person order by id
        on conflict (user_id) do update set last_seq = c.last_seq + 1
        returning *
      ), stored as (
        insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at)
        select l.id, user_id, c.last_seq, ${senderId}, true, 'text', l.content, l.client_key, ${at}::timestamptz
        from conversation c join letter l using (user_id)
        returning id, user_id, seq
      )
      select stored.id, stored.seq, c.unread_count, c.admin_read_seq, c.user_read_seq, sender.username, sender.avatar_url
      from stored join conversation c using (user_id) left join users sender on sender.id = ${senderId}`.execute(tx);
    const letterOf = new Map(letters.map((letter) => [letter.id, letter]));
    return rows.flatMap(({ id, ...rest }) => {
      const letter = letterOf.get(id);
      if (!letter) return [];
      const message = {
        ...letter,
        senderId,
        isFromAdmin: true,
        type: 'text',
        createdAt: at,
        image: null,
        quotaBytes: 0,
      };
      return [{ ...toRow(message), ...rest, last_seq: rest.seq }];
    });
  },

  /** An app user with their conversation, of which there may be none yet. */
  findChatUser(db: DbOrTx, userId: string) {
    return db
      .selectFrom('users as u')
      .leftJoin('conversations as c', 'c.user_id', 'u.id')
      .select(['u.id', 'u.username', 'u.avatar_url', 'u.last_seen_at'])
      .select(['c.last_seq', 'c.unread_count', 'c.admin_read_seq', 'c.user_read_seq'])
      .where('u.id', '=', userId)
      .where('u.role', '=', sql.lit('user'))
      .executeTakeFirst();
  },

  /** Those next to `after` if it is given, else those next to `before`, else the newest; in the order of their seq. */
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

  /** A conversation, held until the transaction ends. */
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
   * @param tx holds the conversation, so that nothing is sent meanwhile
   */
  async setAdminRead(tx: Tx, userId: string, seq: number): Promise<void> {
    await tx
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
      .execute();
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
