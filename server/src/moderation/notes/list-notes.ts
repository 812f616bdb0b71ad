import type { ListNotesBody } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { tagsAt } from './insert-note.ts';
import { toInternalNote } from './notes.mapper.ts';
import { notesStore } from './notes.store.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

/**
 * A page of a subject's notes, newest first, with all its tags.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listNotes({ db, clock }: App, ref: SubjectRef, { cursor, limit }: ListNotesBody) {
  const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
  const at = clock.now();
  const [rows, tags] = await Promise.all([
    // One row more than the limit shows whether there is a next page.
    notesStore.findNewest(db, ref, { kind: 'noted', at, before, limit: limit + 1 }),
    notesStore.findNewest(db, ref, tagsAt(at)),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    notes: shown.map(toInternalNote),
    tags: tags.toReversed().map(toInternalNote),
    nextCursor: last && rows.length > limit ? encodeCursor({ at: last.created_at.toISOString(), id: last.id }) : null,
  };
}
