import { type RawBuilder, sql } from 'kysely';

/**
 * What an event says: its own note, or the text of the note or tag that it is about; null once that is taken back.
 * @param event the alias of its table
 */
export const eventNote = (event: string): RawBuilder<string | null> => sql`coalesce(${sql.ref(`${event}.note`)}, (
  select n.text from subject_notes n where n.id = ${sql.ref(`${event}.note_id`)} and n.removed_at is null))`;
