import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import { type AppTx, type Ctx, inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { findAuthor, publishNotesChanged, requireRoomForTag } from './insert-note.ts';
import { toInternalNote } from './notes.mapper.ts';
import { type NoteRow, notesStore } from './notes.store.ts';

/**
 * Takes back a note of one's own, or a tag. Idempotent.
 * @throws {DomainError} NOTE_NOT_FOUND, also for a colleague's note
 */
export const removeNote = (call: Ctx, id: string): Promise<InternalNote> =>
  inTransaction(call, async (ctx) => toInternalNote((await removeNoteInTx(ctx, id, ctx.caller.id)).note));

/**
 * The same in a transaction that is open.
 * @returns the note, and whether it was not taken back already
 * @throws {DomainError} NOTE_NOT_FOUND, also for a colleague's note
 */
export async function removeNoteInTx(
  ctx: AppTx,
  id: string,
  callerId: string,
): Promise<{ note: NoteRow; isRemoved: boolean }> {
  const [subject, note] = await lockNote(ctx, id, callerId);
  if (note.removed_at) return { note, isRemoved: false };
  const actor = administrator(await findAuthor(ctx, callerId));
  const kind = note.kind === 'noted' ? 'note_removed' : 'tag_removed';
  await appendEvent(subject, { kind, actor, noteId: note.id });
  publishNotesChanged(subject);
  return { note: await notesStore.setRemoved(ctx.tx, id, ctx.clock.now()), isRemoved: true };
}

/**
 * Shows a note or a tag again that was taken back. Idempotent.
 * @throws {DomainError} NOTE_NOT_FOUND, TAG_EXISTS, TAGS_FULL
 */
export const restoreNote = (call: Ctx, id: string): Promise<InternalNote> =>
  inTransaction(call, async (ctx) => {
    const { tx, caller } = ctx;
    const [subject, note] = await lockNote(ctx, id, caller.id);
    if (!note.removed_at) return toInternalNote(note);
    if (note.kind === 'tagged') await requireRoomForTag(subject, note.text);
    const { kind } = toInternalNote(note);
    const actor = administrator(await findAuthor(ctx, caller.id));
    const until = note.expires_at ? { until: note.expires_at } : {};
    await appendEvent(subject, { kind, actor, noteId: note.id, ...until });
    publishNotesChanged(subject);
    return toInternalNote(await notesStore.setRemoved(tx, id, null));
  });

/** Locks the subject of a note, then reads the note. */
async function lockNote(ctx: AppTx, id: string, callerId: string): Promise<[LockedSubject, NoteRow]> {
  const found = await notesStore.find(ctx.tx, id);
  if (!found || (found.kind === 'noted' && found.author_id !== callerId)) throw new DomainError('NOTE_NOT_FOUND');
  const subject = await lockSubject(ctx, toSubjectRef(found), null);
  const note = await notesStore.find(ctx.tx, id);
  if (!note) throw new DomainError('NOTE_NOT_FOUND');
  return [subject, note];
}
