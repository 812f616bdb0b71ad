import { NOTES_MAX, TAGS_MAX } from '@hai-dang/contract/constants.ts';
import { notesChanged } from '@hai-dang/contract/moderation/notes.events.ts';
import type {
  CreateNoteBody,
  CreateTagBody,
  InternalNote,
  ListNotesBody,
  NoteKind,
} from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { MENTION_NOTIFICATION_TYPE } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Tx } from '../../lib/db/database.ts';
import { afterCommit } from '../../lib/db/transact.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { newId } from '../../lib/ids.ts';
import { notifyAdmin } from '../../notifications/notify-admins.ts';
import { reportsCasesStore } from '../closing/cases.store.ts';
import type { DecisionsService } from '../decisions/decisions.service.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import type { EventAssignee } from '../subjects/apply-event.ts';
import { type LockedSubject, lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { type NoteRow, notesStore } from './notes.store.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

interface NotesNeeds {
  app: App;
  decisions: Pick<DecisionsService, 'getSubject'>;
}

/** Internal notes and tags of a subject. Nothing of them leaves towards app users. */
export function createNotesService(needs: NotesNeeds) {
  const { app, decisions } = needs;
  const { db, transact, publisher, clock } = app;

  /** @throws {DomainError} SESSION_EXPIRED where the caller was disabled meanwhile */
  async function findAuthor(tx: Tx, { id }: Pick<Caller, 'id'>): Promise<EventAssignee> {
    const author = await subjectsStore.findAdministrator(tx, id);
    if (!author) throw new DomainError('SESSION_EXPIRED');
    return author;
  }

  const publish = ({ tx, ref }: LockedSubject) => afterCommit(tx, () => publisher.toAdmins(notesChanged, ref));

  /** @throws {DomainError} NOTES_FULL, NOTE_END_PASSED */
  async function insert(
    subject: LockedSubject,
    kind: NoteKind,
    { text, expiresAt }: CreateTagBody,
    { author, ownerId, key = null }: { author: EventAssignee; ownerId: string | null; key?: string | null },
  ): Promise<NoteRow> {
    const until = expiresAt ? new Date(expiresAt) : null;
    if (kind === 'noted' && (await notesStore.hasNotes(subject.tx, subject.ref, NOTES_MAX))) {
      throw new DomainError('NOTES_FULL');
    }
    if (until && until <= clock.now()) throw new DomainError('NOTE_END_PASSED');
    const actor = administrator(author);
    const id = newId();
    await appendEvent(subject, { kind, actor, noteId: id, ...(until ? { until } : {}) });
    publish(subject);
    return notesStore.insert(subject.tx, subject.ref, {
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

  /**
   * The note that a call repeats; the lock of the subject lets repeats come one after the other.
   * @throws {DomainError} MESSAGE_KEY_REUSED when the key was another note's
   */
  async function findRepeated(
    { tx, ref }: LockedSubject,
    { text, key }: { text: string; key: string | null },
    author: Pick<EventAssignee, 'id'>,
  ): Promise<NoteRow | undefined> {
    const known = key === null ? undefined : await notesStore.findByKey(tx, author.id, key);
    const isSame = known?.subject_id === ref.itemId && known.text === text;
    if (known && !isSame) throw new DomainError('MESSAGE_KEY_REUSED');
    return known;
  }

  /** @throws {DomainError} ASSIGNEE_NOT_FOUND */
  async function notifyMentioned(subject: LockedSubject, ids: readonly string[], author: EventAssignee) {
    const { tx, ref } = subject;
    const mentioned = [...new Set(ids)].filter((id) => id !== author.id);
    if (mentioned.length === 0) return;
    const [newest] = ref.itemType === 'User' ? [] : await reportsCasesStore.findNewestReports(tx, [ref]);
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

  /** Locks the subject of a note, then reads the note. */
  async function lockNote(tx: Tx, id: string, { id: callerId }: Pick<Caller, 'id'>): Promise<[LockedSubject, NoteRow]> {
    const found = await notesStore.find(tx, id);
    if (!found || (found.kind === 'noted' && found.author_id !== callerId)) throw new DomainError('NOTE_NOT_FOUND');
    const subject = await lockSubject({ ...app, tx }, toSubjectRef(found), null);
    const note = await notesStore.find(tx, id);
    if (!note) throw new DomainError('NOTE_NOT_FOUND');
    return [subject, note];
  }

  /** @throws {DomainError} TAG_EXISTS, TAGS_FULL */
  async function requireRoomForTag({ tx, ref }: LockedSubject, text: string): Promise<void> {
    const tags = await notesStore.findNewest(tx, ref, tagsAt(clock.now()));
    const isSame = (tag: NoteRow) => tag.text.toLocaleLowerCase('vi') === text.toLocaleLowerCase('vi');
    if (tags.some(isSame)) throw new DomainError('TAG_EXISTS');
    if (tags.length >= TAGS_MAX) throw new DomainError('TAGS_FULL');
  }

  /** @throws {DomainError} NOTE_END_PASSED, TAG_EXISTS, TAGS_FULL */
  async function tag(
    tx: Tx,
    { ref, ownerId }: { ref: SubjectRef; ownerId: string | null },
    body: CreateTagBody,
    caller: Pick<Caller, 'id'>,
  ): Promise<NoteRow> {
    const subject = await lockSubject({ ...app, tx }, ref, ownerId);
    const author = await findAuthor(tx, caller);
    await requireRoomForTag(subject, body.text);
    return insert(subject, 'tagged', body, { author, ownerId });
  }

  /** @returns the note, and whether it was not taken back already */
  async function remove(tx: Tx, id: string, caller: Pick<Caller, 'id'>) {
    const [subject, note] = await lockNote(tx, id, caller);
    if (note.removed_at) return { note, isRemoved: false };
    const actor = administrator(await findAuthor(tx, caller));
    const kind = note.kind === 'noted' ? 'note_removed' : 'tag_removed';
    await appendEvent(subject, { kind, actor, noteId: note.id });
    publish(subject);
    return { note: await notesStore.setRemoved(tx, id, clock.now()), isRemoved: true };
  }

  return {
    /**
     * A page of a subject's notes, newest first, with all its tags.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listNotes(ref: SubjectRef, { cursor, limit }: ListNotesBody) {
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
        nextCursor:
          last && rows.length > limit ? encodeCursor({ at: last.created_at.toISOString(), id: last.id }) : null,
      };
    },

    /**
     * Writes a note on a subject and notifies those whom it mentions. A repeat under the same key stores nothing.
     * @throws {DomainError} SUBJECT_NOT_FOUND, NOTE_END_PASSED, NOTES_FULL; ASSIGNEE_NOT_FOUND for a mention; MESSAGE_KEY_REUSED when the key
     *   was another note's
     */
    async createNote(ref: SubjectRef, body: CreateNoteBody, caller: Caller): Promise<InternalNote> {
      const { owner } = await decisions.getSubject(ref);
      return transact(async (tx) => {
        const ownerId = owner?._id ?? null;
        const subject = await lockSubject({ ...app, tx }, ref, ownerId);
        const author = await findAuthor(tx, caller);
        const key = body.clientKey ?? null;
        const known = await findRepeated(subject, { text: body.text, key }, author);
        if (known) return toInternalNote(known);
        const note = await insert(subject, 'noted', body, { author, ownerId, key });
        await notifyMentioned(subject, body.mentions, author);
        return toInternalNote(note);
      });
    },

    /**
     * Writes a note about a user in their conversation. A repeat under the same key stores nothing.
     * @throws {DomainError} SUBJECT_NOT_FOUND, NOTES_FULL; MESSAGE_KEY_REUSED when the key was another note's
     */
    async createNoteOnce(userId: string, { text, key }: { text: string; key: string }, caller: Pick<Caller, 'id'>) {
      const ref: SubjectRef = { itemType: 'User', itemId: userId };
      await decisions.getSubject(ref);
      return transact(async (tx) => {
        const subject = await lockSubject({ ...app, tx }, ref, userId);
        const author = await findAuthor(tx, caller);
        const known = await findRepeated(subject, { text, key }, author);
        return toInternalNote(known ?? (await insert(subject, 'noted', { text }, { author, ownerId: userId, key })));
      });
    },

    /**
     * Tags a subject.
     * @throws {DomainError} SUBJECT_NOT_FOUND, NOTE_END_PASSED, TAG_EXISTS, TAGS_FULL
     */
    async createTag(ref: SubjectRef, body: CreateTagBody, caller: Caller): Promise<InternalNote> {
      const { owner } = await decisions.getSubject(ref);
      return transact(async (tx) => toInternalNote(await tag(tx, { ref, ownerId: owner?._id ?? null }, body, caller)));
    },

    /**
     * Tags one of many subjects, in a given transaction.
     * @returns the id of the tag
     * @throws {DomainError} NOTE_END_PASSED, TAG_EXISTS, TAGS_FULL
     */
    tagInTx: async (
      tx: Tx,
      subject: { ref: SubjectRef; ownerId: string | null },
      body: CreateTagBody,
      caller: Pick<Caller, 'id'>,
    ): Promise<string> => (await tag(tx, subject, body, caller)).id,

    /**
     * Takes a tag back, in a given transaction.
     * @returns whether it was not taken back already
     * @throws {DomainError} NOTE_NOT_FOUND
     */
    removeTagInTx: async (tx: Tx, id: string, caller: Pick<Caller, 'id'>): Promise<boolean> =>
      (await remove(tx, id, caller)).isRemoved,

    /**
     * Takes back a note of one's own, or a tag. Idempotent.
     * @throws {DomainError} NOTE_NOT_FOUND, also for a colleague's note
     */
    removeNote: (id: string, caller: Caller): Promise<InternalNote> =>
      transact(async (tx) => toInternalNote((await remove(tx, id, caller)).note)),

    /**
     * Shows a note or a tag again that was taken back. Idempotent.
     * @throws {DomainError} NOTE_NOT_FOUND, TAG_EXISTS, TAGS_FULL
     */
    restoreNote: (id: string, caller: Caller): Promise<InternalNote> =>
      transact(async (tx) => {
        const [subject, note] = await lockNote(tx, id, caller);
        if (!note.removed_at) return toInternalNote(note);
        if (note.kind === 'tagged') await requireRoomForTag(subject, note.text);
        const { kind } = toInternalNote(note);
        const until = note.expires_at ? { until: note.expires_at } : {};
        await appendEvent(subject, {
          kind,
          actor: administrator(await findAuthor(tx, caller)),
          noteId: note.id,
          ...until,
        });
        publish(subject);
        return toInternalNote(await notesStore.setRemoved(tx, id, null));
      }),
  };
}
export type NotesService = ReturnType<typeof createNotesService>;

const tagsAt = (at: Date) => ({ kind: 'tagged', at, before: null, limit: TAGS_MAX }) as const;

const toInternalNote = (row: NoteRow): InternalNote => ({
  _id: row.id,
  kind: row.kind === 'tagged' ? 'tagged' : 'noted',
  at: row.created_at.toISOString(),
  actor: { _id: row.author_id, username: row.author_name },
  note: row.text,
  until: row.expires_at?.toISOString() ?? null,
});
