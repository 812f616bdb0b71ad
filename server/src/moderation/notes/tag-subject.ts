import type { CreateTagBody, InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type AppTx, type Ctx, inTransaction } from '../../lib/context.ts';
import { getSubject } from '../decisions/get-subject.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { findAuthor, insertNote, requireRoomForTag } from './insert-note.ts';
import { toInternalNote } from './notes.mapper.ts';
import type { NoteRow } from './notes.store.ts';

/**
 * Tags a subject.
 * @throws {DomainError} SUBJECT_NOT_FOUND, NOTE_END_PASSED, TAG_EXISTS, TAGS_FULL
 */
export async function createTag(call: Ctx, ref: SubjectRef, body: CreateTagBody): Promise<InternalNote> {
  const { owner } = await getSubject(call, ref);
  const tag = { ref, ownerId: owner?._id ?? null };
  return inTransaction(call, async (ctx) => toInternalNote(await tagSubject(ctx, tag, body, ctx.caller.id)));
}

/**
 * The same in a transaction that is open, for a subject whose owner is known.
 * @throws {DomainError} NOTE_END_PASSED, TAG_EXISTS, TAGS_FULL
 */
export async function tagSubject(
  ctx: AppTx,
  { ref, ownerId }: { ref: SubjectRef; ownerId: string | null },
  body: CreateTagBody,
  authorId: string,
): Promise<NoteRow> {
  const subject = await lockSubject(ctx, ref, ownerId);
  const author = await findAuthor(ctx, authorId);
  await requireRoomForTag(subject, body.text);
  return insertNote(subject, 'tagged', body, { author, ownerId });
}
