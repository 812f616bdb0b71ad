import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { NoteRow } from './notes.store.ts';

/** A note or a tag as it crosses the wire to administrators. */
export const toInternalNote = (row: NoteRow): InternalNote => ({
  _id: row.id,
  kind: row.kind === 'tagged' ? 'tagged' : 'noted',
  at: row.created_at.toISOString(),
  actor: { _id: row.author_id, username: row.author_name },
  note: row.text,
  until: row.expires_at?.toISOString() ?? null,
});
