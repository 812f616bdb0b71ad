import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';
import { type ConversationRow, MESSAGE_COLUMNS, type MessageRow } from './messages.store.ts';
import { NO_IMAGE } from './sending.store.ts';

/** A locked message, and what decides whether it can be changed. */
export interface LockedMessage extends MessageRow, ConversationRow {
  /** The name of the conversation's user. */
  user_name: string;
  is_letter: boolean;
}

export const messageChangesStore = {
  /** A message, locked until the transaction ends. */
  findForUpdate: (tx: Tx, id: string): Promise<LockedMessage | undefined> =>
    tx
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.user_id', 'm.user_id')
      .innerJoin('users as person', 'person.id', 'm.user_id')
      .leftJoin('users as sender', 'sender.id', 'm.sender_id')
      .select([...MESSAGE_COLUMNS, 'sender.username', 'sender.avatar_url', 'person.username as user_name'])
      .select(['c.last_seq', 'c.unread_count', 'c.admin_read_seq', 'c.user_read_seq'])
      .select(sql<boolean>`exists (select from notices n where n.message_id = m.id)`.as('is_letter'))
      .where('m.id', '=', id)
      .forNoKeyUpdate('m')
      .executeTakeFirst(),

  /**
   * Replaces the text of a message.
   * @returns when it was edited: always later than the time before, by whichever server's clock
   */
  async setContent(tx: Tx, id: string, content: string, at: Date): Promise<Date | null> {
    const row = await tx
      .updateTable('messages')
      .set({ content, edited_at: sql<Date>`greatest(${at}::timestamptz, edited_at + interval '1 ms')` })
      .where('id', '=', id)
      .returning('edited_at')
      .executeTakeFirstOrThrow();
    return row.edited_at;
  },

  /** Deletes the text or image of a message; its place in the conversation stays. */
  async setDeleted(tx: Tx, id: string, at: Date): Promise<void> {
    await tx
      .updateTable('messages')
      .set({
        type: 'text',
        content: '',
        ...NO_IMAGE,
        edited_at: null,
        quoted_seq: null,
        deleted_at: at,
      })
      .where('id', '=', id)
      .execute();
  },
};
