import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { Tag, X } from 'lucide-react';
import { useRef } from 'react';
import { formatDateShort, formatMoment } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { useRemoveNote } from './notes.mutations.ts';
import { useNotes } from './notes.queries.ts';
import { notesStrings as strings } from './notes.strings.ts';

interface SubjectTagsProps {
  readonly subject: SubjectRef;
  readonly className?: string;
}

/** The tags of a subject, beside its name: each with its end, and removable. Nothing where there are none. */
export function SubjectTags({ subject, className }: SubjectTagsProps) {
  const { data } = useNotes(subject);
  const remove = useRemoveNote(subject);
  const list = useRef<HTMLUListElement>(null);
  const tags = data?.pages[0]?.tags ?? [];

  async function take(note: InternalNote): Promise<void> {
    if (remove.isPending) return;
    await remove.mutateAsync({ note }).catch(() => undefined);
    // The button is gone.
    if (document.activeElement === document.body) list.current?.focus();
  }

  return (
    <ul
      ref={list}
      aria-label={strings.tags}
      tabIndex={-1}
      className={classNames('flex min-w-0 flex-wrap items-center gap-1.5', tags.length === 0 && 'sr-only', className)}
    >
      {tags.map((tag) => (
        <Chip key={tag._id} tag={tag} onRemove={() => void take(tag)} />
      ))}
    </ul>
  );
}

function Chip({
  tag: { note, until, actor },
  onRemove,
}: {
  readonly tag: InternalNote;
  readonly onRemove: () => void;
}) {
  return (
    <li
      title={strings.tagLabel(actor.username, until ? strings.until(formatMoment(until)) : '')}
      className="inline-flex h-6 min-w-0 max-w-full items-center gap-1 rounded-full bg-amber-soft pl-2.5 font-semibold text-amber-ink text-xs"
    >
      <Tag aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
      <bdi className="min-w-0 truncate">{note}</bdi>
      {until && <span className="shrink-0 font-normal">{strings.until(formatDateShort(until))}</span>}
      <button
        type="button"
        title={strings.removeTag(note)}
        aria-label={strings.removeTag(note)}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-full hover:bg-hover"
      >
        <X aria-hidden="true" className="size-3.5 shrink-0" />
      </button>
    </li>
  );
}
