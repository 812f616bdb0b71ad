import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { Letters } from '../../lib/db/schema.generated.ts';

export type LetterRow = Selectable<Letters>;

/** Somebody whom a letter is to reach. */
export interface RecipientRow {
  user_id: string;
  /** The report that the letter answers; null for the owner. */
  report_id: string | null;
  /** Whether a message is sent beside the notice. */
  has_message: boolean;
}

/** An account that a letter reaches. */
export interface AddresseeRow {
  id: string;
  username: string;
  role: string;
}

export interface NewNotice {
  id: string;
  user_id: string;
  report_id: string | null;
  text: string;
  message_id: string | null;
}

/** The last withdrawn letter that was looked at. */
export interface WithdrawnPosition {
  readonly at: Date;
  readonly id: string;
}

/** PostgreSQL's limit is 65 535 parameters per statement. */
const LETTERS_PER_INSERT = 1_000;
/** No title is longer in a letter. */
const BEGINNING_CHARS = sql.lit(200);
const PUBLICATION = sql`select left(coalesce(nullif(btrim(title), ''), content), ${BEGINNING_CHARS}) as title`;
const TITLES: Record<ReportItemType, ReturnType<typeof sql>> = {
  User: sql`select username as title from users`,
  Post: sql`${PUBLICATION} from posts`,
  TravelPost: sql`${PUBLICATION} from travel_posts`,
  Comment: sql`select left(content, ${BEGINNING_CHARS}) as title from comments`,
};

export const lettersStore = {
  /** Stores a letter to each of these recipients; null for those whom the letter itself finds. */
  async insert(
    tx: Tx,
    letter: Omit<Insertable<Letters>, 'id' | 'recipient_id'>,
    recipients: ReadonlyArray<{ letterId: string; userId: string | null }>,
  ): Promise<void> {
    for (let done = 0; done < recipients.length; done += LETTERS_PER_INSERT) {
      const some = recipients.slice(done, done + LETTERS_PER_INSERT);
      const rows = some.map(({ letterId, userId }) => ({ ...letter, id: letterId, recipient_id: userId }));
      await tx.insertInto('letters').values(rows).execute();
    }
  },

  find: (db: DbOrTx, id: string): Promise<LetterRow | undefined> =>
    db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst(),

  /** A letter that is still to be sent, locked until the transaction ends. */
  lockWaiting: (tx: Tx, id: string): Promise<LetterRow | undefined> =>
    tx
      .selectFrom('letters')
      .selectAll()
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  /** A letter, sent or not, locked; undefined once it was withdrawn. */
  lockUnlessWithdrawn: (tx: Tx, id: string): Promise<LetterRow | undefined> =>
    tx
      .selectFrom('letters')
      .selectAll()
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  /** Whether a letter has reached a user. */
  async isNotified(tx: Tx, id: string, userId: string): Promise<boolean> {
    const query = tx.selectFrom('notices').select('id').where('letter_id', '=', id).where('user_id', '=', userId);
    return (await query.executeTakeFirst()) !== undefined;
  },

  /** Up to `most` letters that are still to be sent, the first one first. */
  findWaiting: (db: DbOrTx, most: number): Promise<Array<Pick<LetterRow, 'id' | 'send_at'>>> =>
    db
      .selectFrom('letters')
      .select(['id', 'send_at'])
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .orderBy('send_at')
      .orderBy('id')
      .limit(most)
      .execute(),

  /** Takes the letters of a decision back that have not reached everybody. */
  async withdraw(tx: Tx, decisionId: string, at: Date): Promise<void> {
    await tx
      .updateTable('letters')
      .set({ withdrawn_at: at })
      .where('decision_id', '=', decisionId)
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute();
  },

  /** Whether anybody but these users was notified of a decision. */
  async hasNotices(db: DbOrTx, decisionId: string, except: readonly string[]): Promise<boolean> {
    const row = await db
      .selectFrom('notices')
      .select('id')
      .where('decision_id', '=', decisionId)
      .where(sql<boolean>`user_id <> all(${except}::text[])`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Whether reports that the decision of a letter closes are still open. */
  async isClosingReports(db: DbOrTx, { decision_id }: LetterRow): Promise<boolean> {
    const query = db.selectFrom('report_bulk_changes').select('id').where('id', '=', decision_id);
    return decision_id !== null && (await query.executeTakeFirst()) !== undefined;
  },

  /**
   * Up to `most` of the reporters whose reports a decision closed, after the last one that was reached, by id. A later report
   * that closed itself by that decision has a letter of its own; later by the order of events, since clocks differ.
   */
  async findReporters(tx: Tx, { decision_id, last_recipient_id }: LetterRow, most: number): Promise<RecipientRow[]> {
    const { rows } = await sql<RecipientRow>`
      select reporter_id as user_id, min(id) as report_id, true as has_message from reports
      where decision_id = ${decision_id} and reporter_id > ${last_recipient_id} and subject_version < (
        select version from moderation_events where decision_id = ${decision_id} and kind = 'decided')
      group by reporter_id order by reporter_id limit ${most}`.execute(tx);
    return rows;
  },

  /**
   * The same for those that were notified of a decision; who got no message gets none, and whose appeal overturned it has a
   * letter about that.
   */
  async findNotified(tx: Tx, { id, decision_id, last_recipient_id }: LetterRow, most: number): Promise<RecipientRow[]> {
    const { rows } = await sql<RecipientRow>`
      select user_id, min(report_id) as report_id, bool_or(message_id is not null) as has_message from notices
      where decision_id = ${decision_id} and letter_id <> ${id} and user_id > ${last_recipient_id} and not exists (
        select from letters l
        where l.decision_id = ${decision_id} and l.kind = 'appeal_overturned' and l.recipient_id = notices.user_id)
      group by user_id order by user_id limit ${most}`.execute(tx);
    return rows;
  },

  /** Finds the accounts of `ids` that exist, in the order of their ids, and keeps them until the transaction ends. */
  lockAddressees: (tx: Tx, ids: readonly string[]): Promise<AddresseeRow[]> =>
    tx
      .selectFrom('users')
      .select(['id', 'username', 'role'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forKeyShare()
      .execute(),

  /** Stores the notices of some recipients of a letter. */
  async insertNotices(tx: Tx, letter: LetterRow, notices: readonly NewNotice[], at: Date): Promise<void> {
    await sql`
      insert into notices (id, letter_id, user_id, decision_id, report_id, kind, text, policy_title, until, appeal_until,
        message_id, created_at)
      select n.id, ${letter.id}, n.user_id, ${letter.decision_id}, n.report_id, ${letter.kind}, n.text, ${letter.policy_title},
        ${letter.until}::timestamptz, ${letter.appeal_until}::timestamptz, n.message_id, ${at}::timestamptz
      from unnest(${notices.map(({ id }) => id)}::text[], ${notices.map(({ user_id }) => user_id)}::text[],
        ${notices.map(({ report_id }) => report_id)}::text[], ${notices.map(({ text }) => text)}::text[],
        ${notices.map(({ message_id }) => message_id)}::text[]) as n(id, user_id, report_id, text, message_id)`.execute(
      tx,
    );
  },

  async setLastRecipient(tx: Tx, id: string, recipientId: string): Promise<void> {
    await tx.updateTable('letters').set({ last_recipient_id: recipientId }).where('id', '=', id).execute();
  },

  /** Says that a letter has reached everybody. @returns false where it was withdrawn, or that was known */
  async setSent(tx: Tx, id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('letters')
      .set({ sent_at: at })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** The decision of the suspension that was over last, and its rule. */
  async findEndedSuspension(
    db: DbOrTx,
    userId: string,
    now: Date,
  ): Promise<{ decisionId: string; senderId: string; policy: { key: string; title: string } | null } | undefined> {
    const row = await db
      .selectFrom('moderation_events as e')
      .innerJoin('decisions as d', 'd.id', 'e.decision_id')
      .leftJoin('policy_versions as p', (join) =>
        join.onRef('p.key', '=', 'd.policy_key').onRef('p.version', '=', 'd.policy_version'),
      )
      .select(['d.id', 'd.actor_id', 'p.key', 'p.title'])
      .where('e.subject_type', '=', sql.lit('User'))
      .where('e.subject_id', '=', userId)
      .where('e.kind', '=', sql.lit('suspended'))
      .where('e.until', '<=', now)
      .where('d.undone_at', 'is', null)
      .orderBy('e.until', 'desc')
      .orderBy('e.version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const { id: decisionId, actor_id: senderId, key, title } = row;
    return { decisionId, senderId, policy: key === null || title === null ? null : { key, title } };
  },

  /** Finds a subject's title, taken down or not: the account's name, else how a text begins; null for what is gone. */
  async findTitle(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<string | null> {
    const { rows } = await sql<{ title: string }>`${TITLES[itemType]} where id = ${itemId}`.execute(db);
    return rows[0]?.title ?? null;
  },

  /**
   * Looks at the next `most` letters that were withdrawn before a time, and purges those that have reached nobody.
   * @returns how many, and the last one that was looked at; undefined where none is left
   */
  async purgeWithdrawn(
    tx: Tx,
    { after, before, most }: { after: WithdrawnPosition; before: Date; most: number },
  ): Promise<{ removed: number; last: WithdrawnPosition | undefined }> {
    const found = await tx
      .selectFrom('letters')
      .select(['id', 'withdrawn_at as at'])
      .where('withdrawn_at', '<=', before)
      .where(sql<boolean>`(withdrawn_at, id) > (${after.at}, ${after.id})`)
      .orderBy('withdrawn_at')
      .orderBy('id')
      .limit(most)
      .execute();
    const ids = found.map(({ id }) => id);
    const { numAffectedRows } = await sql`
      delete from letters l where l.id = any(${ids}::text[])
        and not exists (select from notices n where n.letter_id = l.id)`.execute(tx);
    const last = found.length === most ? found.at(-1) : undefined;
    return { removed: Number(numAffectedRows ?? 0), last: last?.at ? { at: last.at, id: last.id } : undefined };
  },

  /**
   * Erases up to `most` of the notices of an account, and of its letters. One that was objected to stays for the record, without
   * its text.
   * @returns whether there were any
   */
  async purgeSomeOf(tx: Tx, userId: string, most: number): Promise<boolean> {
    const ofUser = { notices: sql`user_id = ${userId}`, letters: sql`recipient_id = ${userId}` };
    const isKept = {
      notices: sql`exists (select from appeals a where a.notice_id = t.id)`,
      letters: sql`exists (select from notices n where n.letter_id = t.id)`,
    };
    for (const table of ['notices', 'letters'] as const) {
      const erased =
        await sql`update ${sql.table(table)} t set text = '' where ${ofUser[table]} and text <> '' and ${isKept[table]}`.execute(
          tx,
        );
      const purged = await sql`
        delete from ${sql.table(table)} where id = any(array(
          select id from ${sql.table(table)} t where ${ofUser[table]} and not ${isKept[table]} limit ${most} for update))`.execute(
        tx,
      );
      if ((erased.numAffectedRows ?? 0n) + (purged.numAffectedRows ?? 0n) > 0n) return true;
    }
    return false;
  },
};
