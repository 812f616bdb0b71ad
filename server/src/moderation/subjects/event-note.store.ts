import { type RawBuilder, sql } from 'kysely';

/** Events of notes and tags, which leave the text to the note. */
export const NOTE_EVENTS = sql`('noted', 'note_removed', 'tagged', 'tag_removed')`;

/**
 * The id of the note or tag that an event is about. One that a server of the former release has written during an upgrade names
 * none: it repeats the text, by which the newest is found.
 * @param event the alias of its table
 */
export const eventNoteId = (event: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${event}.${column}`);
  return sql`coalesce(${of('note_id')}, (
    select n.id from subject_notes n
    where n.subject_type = ${of('subject_type')} and n.subject_id = ${of('subject_id')} and n.text = ${of('note')}
      and n.kind = case when ${of('kind')} in ('noted', 'note_removed') then 'noted' else 'tagged' end
      and ${of('kind')} in ${NOTE_EVENTS}
    order by n.created_at desc, n.id desc limit 1))`;
};

/**
 * The text of an event: its own note, or that of the note or tag that it is about; null once that is taken back.
 * @param event the alias of its table
 */
export const eventNote = (event: string): RawBuilder<string | null> => sql`case
  when ${sql.ref(`${event}.kind`)} not in ${NOTE_EVENTS} then ${sql.ref(`${event}.note`)}
  else (select n.text from subject_notes n where n.id = ${eventNoteId(event)} and n.removed_at is null) end`;
