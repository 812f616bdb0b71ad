import { NOTES_MAX, TAGS_MAX } from '@hai-dang/contract/constants.ts';
import { notesChanged } from '@hai-dang/contract/moderation/notes.events.ts';
import type { CreateTagBody, NoteKind } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { AppTx } from '../../lib/context.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { newId } from '../../lib/ids.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import type { EventAssignee } from '../subjects/apply-event.ts';
import type { LockedSubject } from '../subjects/lock-subject.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { type NoteRow, notesStore } from './notes.store.ts';

/**
 * The administrator who writes or takes back a note.
 * @throws {DomainError} SESSION_EXPIRED where it was disabled meanwhile
 */
export async function findAuthor({ tx }: AppTx, id: string): Promise<EventAssignee> {
  const author = await subjectsStore.findAdministrator(tx, id);
  if (!author) throw new DomainError('SESSION_EXPIRED');
  return author;
}

/**
 * Stores a note or a tag of a locked subject.
 * @throws {DomainError} NOTES_FULL, NOTE_END_PASSED
 */
export async function insertNote(
  subject: LockedSubject,
  kind: NoteKind,
  { text, expiresAt }: CreateTagBody,
  { author, ownerId, key = null }: { author: EventAssignee; ownerId: string | null; key?: string | null },
): Promise<NoteRow> {
  const { tx, clock, ref } = subject;
  const until = expiresAt ? new Date(expiresAt) : null;
  if (kind === 'noted' && (await notesStore.hasNotes(tx, ref, NOTES_MAX))) throw new DomainError('NOTES_FULL');
  if (until && until <= clock.now()) throw new DomainError('NOTE_END_PASSED');
  const id = newId();
  await appendEvent(subject, { kind, actor: administrator(author), noteId: id, ...(until ? { until } : {}) });
  publishNotesChanged(subject);
  return notesStore.insert(tx, ref, {
    id,
    owner_id: ownerId,
    kind,
    text,
    author_id: author.id,
    author_name: author.username,
    created_at: clock.now(),
    expires_at: until,
    client_key: key,
  });
}

/** @throws {DomainError} TAG_EXISTS, TAGS_FULL */
export async function requireRoomForTag({ tx, ref, clock }: LockedSubject, text: string): Promise<void> {
  const tags = await notesStore.findNewest(tx, ref, tagsAt(clock.now()));
  const isSame = (tag: NoteRow) => tag.text.toLocaleLowerCase('vi') === text.toLocaleLowerCase('vi');
  if (tags.some(isSame)) throw new DomainError('TAG_EXISTS');
  if (tags.length >= TAGS_MAX) throw new DomainError('TAGS_FULL');
}

/** Publishes that the notes of a locked subject have changed, once that is committed. */
export const publishNotesChanged = ({ tx, ref, publisher }: LockedSubject): void =>
  afterCommit(tx, () => publisher.toAdmins(notesChanged, ref));

/** Criteria of all tags that have not expired. */
export const tagsAt = (at: Date) => ({ kind: 'tagged', at, before: null, limit: TAGS_MAX }) as const;
