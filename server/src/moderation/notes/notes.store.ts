import type { NoteKind } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { SubjectNotes } from '../../lib/db/schema.generated.ts';

export type NoteRow = Selectable<SubjectNotes>;

interface NewNote {
  id: string;
  owner_id: string | null;
  kind: NoteKind;
  text: string;
  author_id: string;
  author_name: string;
  created_at: Date;
  expires_at: Date | null;
  client_key: string | null;
}

interface NotesPage {
  kind: NoteKind;
  /** The moment of the page: what has ended by then is left out. */
  at: Date;
  /** Exclusive; null for the beginning. */
  before: { at: Date; id: string } | null;
  limit: number;
}

/** Changes need the subject locked. */
export const notesStore = {
  insert: (tx: Tx, { itemType, itemId }: SubjectRef, note: NewNote): Promise<NoteRow> =>
    tx
      .insertInto('subject_notes')
      .values({ subject_type: itemType, subject_id: itemId, ...note })
      .returningAll()
      .executeTakeFirstOrThrow(),

  find: (db: DbOrTx, id: string): Promise<NoteRow | undefined> =>
    db.selectFrom('subject_notes').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Finds the note that an author has written under a key. */
  findByKey: (db: DbOrTx, authorId: string, key: string): Promise<NoteRow | undefined> =>
    db
      .selectFrom('subject_notes')
      .selectAll()
      .where('author_id', '=', authorId)
      .where('client_key', '=', key)
      .executeTakeFirst(),

  setRemoved: (tx: Tx, id: string, removedAt: Date | null): Promise<NoteRow> =>
    tx
      .updateTable('subject_notes')
      .set({ removed_at: removedAt })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Purges up to `most` that were taken back before a time. @returns how many */
  async purgeRemoved(tx: Tx, before: Date, most: number): Promise<number> {
    const found = tx
      .selectFrom('subject_notes')
      .select('id')
      .where('removed_at', '<=', before)
      .orderBy('removed_at')
      .orderBy('id')
      .limit(most);
    const { numDeletedRows } = await tx.deleteFrom('subject_notes').where('id', 'in', found).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },

  /** Whether a subject has this many notes that were not taken back. */
  async hasNotes(tx: Tx, { itemType, itemId }: SubjectRef, count: number): Promise<boolean> {
    const last = tx
      .selectFrom('subject_notes')
      .select('id')
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where('kind', '=', 'noted')
      .where('removed_at', 'is', null)
      .offset(count - 1)
      .limit(1);
    return (await last.executeTakeFirst()) !== undefined;
  },

  /** Finds the notes or tags that are shown of a subject, newest first. */
  findNewest: (
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
    { kind, at, before, limit }: NotesPage,
  ): Promise<NoteRow[]> =>
    db
      .selectFrom('subject_notes')
      .selectAll()
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at)]))
      .$if(before !== null, (query) =>
        query.where(sql<boolean>`(created_at, id) < (${before?.at ?? null}, ${before?.id ?? null})`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
};
