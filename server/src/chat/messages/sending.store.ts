import type { ConversationStateName } from '@hai-dang/contract/chat/conversations.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { ASSIGNEE_JOIN, type ConversationWorkRow } from '../conversations/conversations.store.ts';
import { type ConversationRow, MESSAGE_COLUMNS, type MessageRow } from './messages.store.ts';

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
  /** The message of the same conversation that it quotes. */
  quotedId: string | null;
  /** The bytes of its image that count against the quota of the conversation's user. */
  quotaBytes: number;
}

/** A letter to an app user: a text of an administrator. */
export interface LetterMessage {
  id: string;
  userId: string;
  content: string;
  tempId: string;
}

/** The change that a message has made to its conversation. A concurrent message may have left another former state. */
export interface ConversationChange extends ConversationWorkRow {
  /** Null for a new conversation. */
  former_state: ConversationStateName | null;
  former_assignee_id: string | null;
}

/** A message as {@link sendingStore.send} leaves it, and its conversation now. */
export type StoredMessage = MessageRow &
  ConversationRow & {
    image_source_hash: string | null;
    /** Set for a message that was not stored before, and is no letter. */
    change?: ConversationChange;
  };

/** A text names none of an image's columns: sending it stays as cheap as it was. */
const IMAGE_COLUMNS = sql.raw(
  ', caption, image_name, image_preview_name, image_width, image_height, image_source_hash',
);

const imageValues = (image: MessageImageFields) => sql`, ${image.caption}, ${image.image_name},
  ${image.image_preview_name}, ${image.image_width}::integer, ${image.image_height}::integer, ${image.image_source_hash}`;

/** The columns of a message that are known only once it is stored. */
type Stored = Omit<ConversationRow, 'last_seq'> & Pick<MessageRow, 'seq' | 'username' | 'avatar_url'>;
/** A message that was stored before has its id alone. */
type StoredOrKnown = Stored & ConversationChange & { known_id: string | null };

/** Who answers first handles the conversation, unless somebody does who still can. */
const claimed = (senderId: string) => sql`coalesce(
  (select id from users where id = c.assignee_id and role = 'admin' and not is_disabled), ${senderId})`;

/** The columns of an image in a message that has none. */
export const NO_IMAGE = {
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
  edited_at: null,
  deleted_at: null,
  quote: null,
  ...(message.image ?? NO_IMAGE),
});

/** A message as {@link sendingStore.send} leaves it. */
const findSent = (db: DbOrTx, id: string): Promise<StoredMessage | undefined> =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.user_id', 'm.user_id')
    .leftJoin('users as sender', 'sender.id', 'm.sender_id')
    .select([...MESSAGE_COLUMNS, 'm.image_source_hash', 'sender.username', 'sender.avatar_url'])
    .select(['c.last_seq', 'c.unread_count', 'c.admin_read_seq', 'c.user_read_seq'])
    .where('m.id', '=', id)
    .executeTakeFirst();

export const sendingStore = {
  /**
   * Stores a message and numbers it, in one statement: it is the hottest of all, so it returns only what its sender
   * does not know. For a known sender and key it returns the stored message. The account is locked before the
   * conversation, in the same order as a deletion does.
   * @returns undefined when there is no such app user, or no such message to quote
   * @throws a violation of messages_client_key when the same message is being stored at this very moment
   */
  async send(db: DbOrTx, message: NewMessage): Promise<StoredMessage | undefined> {
    const unread = message.isFromAdmin ? 0 : 1;
    // The user waits from their first message that no administrator has answered.
    const waitingSince = message.isFromAdmin ? null : message.createdAt;
    const { image, quotaBytes, quotedId } = message;
    const answeredBy = message.isFromAdmin ? message.senderId : null;
    const changes = message.isFromAdmin
      ? sql`waiting_since = null, resolved_waiting_since = null, assignee_id = ${claimed(message.senderId)},
          opened_at = case when c.waiting_since is null then c.opened_at else excluded.opened_at end`
      : sql`waiting_since = coalesce(c.waiting_since, excluded.waiting_since), resolved_at = null,
          resolved_waiting_since = null`;
    const { rows } = await sql<StoredOrKnown>`
      with known as (
        select id from messages where sender_id = ${message.senderId} and client_key = ${message.tempId}
      ) ${
        quotedId === null
          ? sql``
          : sql`, quoted as (
        select seq from messages where id = ${quotedId} and user_id = ${message.userId}
      )`
      }, person as (
        select id from users where id = ${message.userId} and role = 'user' and not exists (select from known)
          ${quotedId === null ? sql`` : sql`and exists (select from quoted)`}
        for key share
      ), former as (
        select waiting_since, resolved_at, assignee_id from conversations where user_id = ${message.userId}
      ), conversation as (
        insert into conversations as c (user_id, last_seq, unread_count, waiting_since, opened_at, assignee_id
          ${image ? sql`, image_bytes` : sql``})
        select id, 1, ${unread}::integer, ${waitingSince}::timestamptz, ${message.createdAt}::timestamptz, ${answeredBy}
          ${image ? sql`, ${quotaBytes}::bigint` : sql``} from person
        on conflict (user_id) do update
          set last_seq = c.last_seq + 1, unread_count = c.unread_count + excluded.unread_count, ${changes}
          ${image ? sql`, image_bytes = c.image_bytes + excluded.image_bytes` : sql``}
        returning *
      ), stored as (
        insert into messages (id, user_id, seq, sender_id, is_from_admin, type, content, client_key, created_at
          ${image ? IMAGE_COLUMNS : sql``} ${quotedId === null ? sql`` : sql`, quoted_seq`})
        select ${message.id}, user_id, last_seq, ${message.senderId}, ${message.isFromAdmin}::boolean, ${message.type},
          ${message.content}, ${message.tempId}, ${message.createdAt}::timestamptz ${image ? imageValues(image) : sql``}
          ${quotedId === null ? sql`` : sql`, (select seq from quoted)`}
        from conversation
        returning seq
      )
      select null as known_id, stored.seq, c.unread_count, c.admin_read_seq, c.user_read_seq,
        sender.username, sender.avatar_url, c.waiting_since, c.resolved_at, c.opened_at,
        a.id as assignee_id, a.username as assignee_name,
        case when not exists (select from former) then null when former.waiting_since is not null then 'waiting'
          when former.resolved_at is not null then 'resolved' else 'open' end as former_state,
        former.assignee_id as former_assignee_id
      from stored cross join conversation c left join former on true ${ASSIGNEE_JOIN}
        left join users sender on sender.id = ${message.senderId}
      union all
      select id, 0, 0, 0, 0, null, null, null, null, null, null, null, null, null from known`.execute(db);
    const [stored] = rows;
    if (!stored) return undefined;
    const { known_id, seq, unread_count, admin_read_seq, user_read_seq, username, avatar_url, ...change } = stored;
    if (known_id !== null) return findSent(db, known_id);
    const known = { seq, unread_count, admin_read_seq, user_read_seq, username, avatar_url };
    const sent = { ...toRow(message), ...known, last_seq: seq, change };
    // Only a message with a quote costs a second query.
    return quotedId === null ? sent : { ...sent, quote: (await findSent(db, message.id))?.quote ?? null };
  },

  /**
   * Stores letters to different users and numbers each in its conversation, as {@link sendingStore.send} does, in one statement. Accounts
   * and conversations are locked in the order of their ids. A letter is no answer: who waited waits on.
   * @param letters none of them is stored yet
   * @returns those whose user exists
   */
  async sendLetters(
    tx: Tx,
    letters: readonly LetterMessage[],
    { senderId, at }: { senderId: string; at: Date },
  ): Promise<StoredMessage[]> {
    const { rows } = await sql<Stored & { id: string }>`
      with letter as (
        select * from unnest(${letters.map(({ id }) => id)}::text[], ${letters.map(({ userId }) => userId)}::text[],
          ${letters.map(({ content }) => content)}::text[], ${letters.map(({ tempId }) => tempId)}::text[])
          as l(id, user_id, content, client_key)
      ), person as (
        select id from users where id in (select user_id from letter) and role = 'user' order by id for key share
      ), conversation as (
        insert into conversations as c (user_id, last_seq, unread_count, opened_at)
        select id, 1, 0, ${at}::timestamptz from person order by id
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
        quotedId: null,
        quotaBytes: 0,
      };
      return [{ ...toRow(message), ...rest, last_seq: rest.seq }];
    });
  },
};
