import { MENTIONS_MAX, MODERATION_NOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/api-error.ts';
import { tabStorage } from '../../lib/browser-storage.ts';
import { createDrafts } from '../../lib/drafts.ts';
import { formatNumber } from '../../lib/format.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { useWordMenu } from '../../ui/use-word-menu.ts';
import { WordMenuList } from '../../ui/word-menu.tsx';
import { type Colleague, useMentionable } from '../colleagues.queries.ts';
import { EndField } from './end-field.tsx';
import { MENTION_SIGN, matchingColleagues, mentionedIn, putMention } from './mentions.ts';
import { endAt, NO_END } from './note-end.ts';
import { useCreateNote, useRemoveNote } from './notes.mutations.ts';
import { notesStrings as strings } from './notes.strings.ts';

const drafts = createDrafts(tabStorage, 'internalNotes');

interface NoteComposerProps {
  readonly subject: SubjectRef;
  /** Given where it takes the place of the field for messages, at the bottom: Enter saves, as there. */
  readonly onSaved?: () => void;
}

/** Where a note is written; use the subject as its key. The text is kept in this tab until it is saved. */
export function NoteComposer({ subject, onSaved }: NoteComposerProps) {
  // The column beside a conversation has another one of the same subject.
  const draftId = `${onSaved ? 'chat:' : ''}${subject.itemType}:${subject.itemId}`;
  const [text, setText] = useState(() => drafts.get(draftId));
  const [end, setEnd] = useState(NO_END);
  const [error, setError] = useState<string>();
  const [saved, setSaved] = useState<InternalNote>();
  const field = useRef<HTMLTextAreaElement>(null);
  const create = useCreateNote(subject);
  const remove = useRemoveNote(subject);
  const colleagues = useMentionable(text.includes(MENTION_SIGN));
  const mentioned = colleagues.data ? mentionedIn(text, colleagues.data) : [];
  const trimmed = text.trim();

  const takesFocus = onSaved !== undefined;
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  function change(next: string): void {
    setText(next);
    setError(undefined);
    drafts.set(draftId, next);
  }

  const menu = useWordMenu<Colleague>({
    field,
    text,
    sign: MENTION_SIGN,
    isOffered: true,
    find: (typed) => (colleagues.data ? matchingColleagues(colleagues.data, typed) : []),
    onOpen: () => void (colleagues.isError && colleagues.refetch()),
    put: (word, colleague) => colleague && putMention(text, word, colleague),
    onChange: change,
  });
  const menuNote = colleagues.data
    ? strings.colleaguesNone
    : colleagues.isError
      ? strings.colleaguesFailed
      : strings.colleaguesLoading;

  function problem(expiresAt: string | null | undefined, mentions: readonly Colleague[]): string | undefined {
    if (trimmed.length > MODERATION_NOTE_MAX_CHARS) return strings.tooLong(formatNumber(MODERATION_NOTE_MAX_CHARS));
    if (mentions.length > MENTIONS_MAX) return strings.tooManyMentions(formatNumber(MENTIONS_MAX));
    return expiresAt === undefined ? strings.endDayMissing : undefined;
  }

  async function save(): Promise<void> {
    if (trimmed === '' || create.isPending) return;
    const expiresAt = endAt(end, new Date());
    // A mention that was typed before the colleagues were loaded is one, too.
    const known = text.includes(MENTION_SIGN) ? (colleagues.data ?? (await colleagues.refetch()).data) : [];
    if (!known) return setError(strings.colleaguesFailed);
    const mentions = mentionedIn(text, known);
    const found = problem(expiresAt, mentions);
    setError(found);
    if (found !== undefined || expiresAt === undefined) return;
    try {
      const { data } = await create.mutateAsync({ text: trimmed, expiresAt, mentions: mentions.map(({ _id }) => _id) });
      setSaved(data);
      onSaved?.();
      setEnd(NO_END);
      // A text that was typed meanwhile stays.
      setText((current) => (current === text ? '' : current));
      if (drafts.get(draftId) === text) drafts.set(draftId, '');
    } catch (caught) {
      setError(errorMessage(caught, strings.saveFailed));
    }
  }

  async function takeBack(note: InternalNote): Promise<void> {
    try {
      await remove.mutateAsync({ note, isUndoable: false });
    } catch {
      // A toast says why.
      return;
    }
    setSaved(undefined);
    if (drafts.get(draftId) === '') change(note.note);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (menu.onKeyDown(event)) return;
    const isSave =
      event.key === 'Enter' && (event.ctrlKey || event.metaKey || (onSaved && !event.shiftKey)) && !event.altKey;
    if (!isSave || isImeKey(event.nativeEvent)) return;
    event.preventDefault();
    if (!event.repeat) void save();
  }

  const status = statusText(trimmed !== '', create.isPending, saved);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="relative">
        <TextareaField
          ref={field}
          label={strings.write}
          hideLabel
          placeholder={strings.placeholder}
          rows={2}
          // The initial focus in a dialog: not the first tag, which a press would remove.
          data-initial-focus
          value={text}
          error={error}
          onChange={(event) => {
            change(event.target.value);
            setSaved(undefined);
            menu.onTyped(event.target);
          }}
          onKeyDown={onKeyDown}
          {...menu.fieldProps}
        />
        <WordMenuList
          open={menu.open}
          label={strings.colleagues}
          found={strings.colleaguesFound}
          note={menuNote}
          keyOf={({ _id }) => _id}
          side={onSaved ? 'above' : 'below'}
        >
          {({ username }) => <bdi className="min-w-0 truncate">{username}</bdi>}
        </WordMenuList>
      </div>
      {mentioned.length > 0 && (
        <p className="wrap-anywhere text-ink-muted text-sm">
          {strings.notified(mentioned.map(({ username }) => username).join(', '))}
        </p>
      )}
      {trimmed !== '' && (
        <div className="flex flex-wrap items-end gap-2">
          <EndField value={end} onChange={setEnd} />
          <Button type="submit" variant="primary" pending={create.isPending} pendingLabel={strings.saving}>
            {strings.save}
          </Button>
        </div>
      )}
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 text-ink-muted text-sm">
        <span role="status">{status}</span>
        {status === '' && <span>{onSaved ? strings.enterHint : strings.saveHint}</span>}
        {saved && (
          <TextButton disabled={remove.isPending} onClick={() => void takeBack(saved)}>
            {sharedStrings.undo}
          </TextButton>
        )}
      </div>
    </form>
  );
}

/** '' while there is nothing to announce. */
function statusText(hasText: boolean, isPending: boolean, saved: InternalNote | undefined): string {
  if (isPending) return strings.saving;
  if (hasText) return strings.unsaved;
  return saved ? strings.saved : '';
}
