import type { CreateNoteBody, InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { MENTION_NOTIFICATION_TYPE } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { type App, type Ctx, inTransaction } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { notifyAdmin } from '../../notifications/notify-admins.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { getSubject } from '../decisions/get-subject.ts';
import type { EventAssignee } from '../subjects/apply-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { findAuthor, insertNote } from './insert-note.ts';
import { toInternalNote } from './notes.mapper.ts';
import { type NoteRow, notesStore } from './notes.store.ts';

/**
 * Writes a note on a subject and notifies those whom it mentions. A repeat under the same key stores nothing.
 * @throws {DomainError} SUBJECT_NOT_FOUND, NOTE_END_PASSED, NOTES_FULL; ASSIGNEE_NOT_FOUND for a mention; MESSAGE_KEY_REUSED when
 *   the key was another note's
 */
export async function createNote(call: Ctx, ref: SubjectRef, body: CreateNoteBody): Promise<InternalNote> {
  const { owner } = await getSubject(call, ref);
  return inTransaction(call, async (ctx) => {
    const ownerId = owner?._id ?? null;
    const subject = await lockSubject(ctx, ref, ownerId);
    const author = await findAuthor(ctx, ctx.caller.id);
    const key = body.clientKey ?? null;
    const known = await findRepeated(subject, { text: body.text, key }, author);
    if (known) return toInternalNote(known);
    const note = await insertNote(subject, 'noted', body, { author, ownerId, key });
    await notifyMentioned(subject, body.mentions, author);
    return toInternalNote(note);
  });
}

/**
 * Writes a note about a user in their conversation. A repeat under the same key stores nothing.
 * @throws {DomainError} SUBJECT_NOT_FOUND, NOTES_FULL; MESSAGE_KEY_REUSED when the key was another note's
 */
export async function createNoteInChat(
  app: App,
  userId: string,
  { text, key }: { text: string; key: string },
  authorId: string,
): Promise<InternalNote> {
  const ref: SubjectRef = { itemType: 'User', itemId: userId };
  await getSubject(app, ref);
  return inTransaction(app, async (ctx) => {
    const subject = await lockSubject(ctx, ref, userId);
    const author = await findAuthor(ctx, authorId);
    const known = await findRepeated(subject, { text, key }, author);
    return toInternalNote(known ?? (await insertNote(subject, 'noted', { text }, { author, ownerId: userId, key })));
  });
}

/**
 * The note that a call repeats; the lock of the subject lets repeats come one after the other.
 * @throws {DomainError} MESSAGE_KEY_REUSED when the key was another note's
 */
async function findRepeated(
  { tx, ref }: LockedSubject,
  { text, key }: { text: string; key: string | null },
  author: EventAssignee,
): Promise<NoteRow | undefined> {
  const known = key === null ? undefined : await notesStore.findByKey(tx, author.id, key);
  const isSame = known?.subject_id === ref.itemId && known.text === text;
  if (known && !isSame) throw new DomainError('MESSAGE_KEY_REUSED');
  return known;
}

/** @throws {DomainError} ASSIGNEE_NOT_FOUND */
async function notifyMentioned(subject: LockedSubject, ids: readonly string[], author: EventAssignee): Promise<void> {
  const { tx, ref } = subject;
  const mentioned = [...new Set(ids)].filter((id) => id !== author.id);
  if (mentioned.length === 0) return;
  const [newest] = ref.itemType === 'User' ? [] : await subjectReportsStore.findNewestReports(tx, [ref]);
  const ownerId = ref.itemType === 'User' ? ref.itemId : (await subjectsStore.find(tx, ref))?.ownerId;
  const userId = newest ? null : ownerId;
  for (const id of mentioned) {
    if (!(await subjectsStore.findAdministrator(tx, id))) throw new DomainError('ASSIGNEE_NOT_FOUND');
    await notifyAdmin(subject, id, {
      type: MENTION_NOTIFICATION_TYPE,
      reportId: newest?.reportId ?? null,
      ...(userId ? { userId } : {}),
      senderName: author.username,
      senderAvatar: author.avatarUrl,
      message: `${author.username} đã nhắc đến bạn trong một ghi chú nội bộ`,
    });
  }
}
