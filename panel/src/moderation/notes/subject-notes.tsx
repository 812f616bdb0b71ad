import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { Card } from '../../ui/card.tsx';
import { NoteComposer } from './note-composer.tsx';
import { NoteList } from './note-list.tsx';
import { notesStrings as strings } from './notes.strings.ts';
import { SubjectTags } from './subject-tags.tsx';
import { AddTag } from './tag-form.tsx';

interface NotesPanelProps {
  readonly subject: SubjectRef;
  /** Where the tags are shown nowhere else. */
  readonly showsTags: boolean;
  /** Shows the beginning of the newest note alone, until asked for all. */
  readonly isFolded?: boolean;
}

/** The internal notes of a subject, with a field for a new one. */
export function NotesPanel({ subject, showsTags, isFolded = false }: NotesPanelProps) {
  return (
    <>
      {showsTags && <SubjectTags subject={subject} />}
      <NoteComposer key={`${subject.itemType} ${subject.itemId}`} subject={subject} />
      <NoteList subject={subject} isFolded={isFolded} />
      <AddTag subject={subject} />
    </>
  );
}

interface SubjectNotesProps {
  readonly subject: SubjectRef;
}

/** The same as a section of a screen. The tags of an account stand beside its name. */
export function SubjectNotes({ subject }: SubjectNotesProps) {
  return (
    <Card title={strings.titles[subject.itemType]}>
      <NotesPanel subject={subject} showsTags={subject.itemType !== 'User'} />
    </Card>
  );
}
