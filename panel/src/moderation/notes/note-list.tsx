import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useRef, useState } from 'react';
import { UserName } from '../../entities/user-name.tsx';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatDateTimeShort, formatMoment } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { classNames } from '../../ui/class-names.ts';
import { InlineError } from '../../ui/inline-error.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useRemoveNote } from './notes.mutations.ts';
import { useNotes } from './notes.queries.ts';
import { notesStrings as strings } from './notes.strings.ts';

/** A text that is surely whole in two lines of a narrow column. */
const SHORT_TEXT = /^.{0,70}$/u;

interface NoteListProps {
  readonly subject: SubjectRef;
  /** Shows the beginning of the newest one alone, until asked for all. */
  readonly isFolded: boolean;
}

/** The notes of a subject, newest first; loading and empty it has one line, so that little moves. */
export function NoteList({ subject, isFolded }: NoteListProps) {
  const pages = useNotes(subject);
  const { data, error, isFetching, refetch } = pages;
  const adminId = useSession()?.adminId;
  const remove = useRemoveNote(subject);
  const list = useRef<HTMLOListElement>(null);
  const [isAll, setIsAll] = useState(!isFolded);

  async function takeBack(note: InternalNote): Promise<void> {
    if (remove.isPending) return;
    await remove.mutateAsync({ note }).catch(() => undefined);
    // The button is gone.
    if (document.activeElement === document.body) list.current?.focus();
  }

  if (data === undefined) {
    if (error && !isUnauthorized(error)) {
      return <InlineError message={strings.failed} onRetry={() => void refetch()} retrying={isFetching} />;
    }
    return (
      <>
        <LoadingNote text={strings.loading} />
        <Skeleton className="h-6 w-40 max-w-full" />
      </>
    );
  }
  const notes = data.pages.flatMap((page) => page.data);
  const [newest] = notes;
  const isCut = !isAll && newest !== undefined && (notes.length > 1 || !SHORT_TEXT.test(newest.note));
  return (
    <>
      {notes.length === 0 && <p className="min-h-6 text-ink-muted text-sm">{strings.none}</p>}
      <ol ref={list} aria-label={strings.list} tabIndex={-1} className="flex flex-col gap-3 empty:hidden">
        {(isCut ? notes.slice(0, 1) : notes).map((note) => (
          <Note
            key={note._id}
            note={note}
            isCut={isCut}
            onTakeBack={note.actor._id === adminId ? () => void takeBack(note) : undefined}
          />
        ))}
      </ol>
      {isCut ? (
        <TextButton
          onClick={() => {
            setIsAll(true);
            list.current?.focus();
          }}
          className="self-start text-sm"
        >
          {strings.unfold}
        </TextButton>
      ) : (
        <ListEnd
          list={pages}
          texts={{ ...strings, end: data.pages.length > 1 ? strings.end : undefined }}
          className="items-start"
        />
      )}
    </>
  );
}

interface NoteProps {
  readonly note: InternalNote;
  readonly isCut: boolean;
  /** Undefined for a colleague's. */
  readonly onTakeBack: (() => void) | undefined;
}

function Note({ note: { at, actor, note, until }, isCut, onTakeBack }: NoteProps) {
  return (
    <li className="flex flex-col gap-0.5 border-line border-l-2 pl-3 text-sm">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <UserName name={actor.username} className="font-semibold" />
        <time dateTime={at} className="text-ink-muted tabular-nums">
          {formatDateTimeShort(at)}
        </time>
        {until && <span className="text-ink-muted">{strings.until(formatMoment(until))}</span>}
        {onTakeBack && (
          <TextButton aria-label={strings.takeBackLabel(note)} onClick={onTakeBack} className="ml-auto">
            {strings.takeBack}
          </TextButton>
        )}
      </div>
      <p dir="auto" className={classNames('wrap-anywhere max-w-prose whitespace-pre-line', isCut && 'line-clamp-2')}>
        {note}
      </p>
    </li>
  );
}
