import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { StickyNote } from 'lucide-react';
import { useState } from 'react';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NoteComposer } from './note-composer.tsx';
import { notesStrings as strings } from './notes.strings.ts';
import { NotesPanel } from './subject-notes.tsx';
import { SubjectTags } from './subject-tags.tsx';

const subjectOf = (userId: string): SubjectRef => ({ itemType: 'User', itemId: userId });

interface ChatNotesProps {
  readonly userId: string;
  readonly name: string;
}

/** The tags of the user of a conversation, and a button that opens their internal notes. */
export function ChatNotes({ userId, name }: ChatNotesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const subject = subjectOf(userId);
  return (
    <>
      <SubjectTags subject={subject} className="max-w-1/2 justify-end max-sm:hidden" />
      <IconButton icon={StickyNote} label={strings.open} aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
      {isOpen && (
        <Modal title={strings.titleOf(name)} onDismiss={() => setIsOpen(false)}>
          <NotesPanel subject={subject} showsTags />
          <div className="flex justify-end">
            <Button onClick={() => setIsOpen(false)}>{sharedStrings.close}</Button>
          </div>
        </Modal>
      )}
    </>
  );
}

interface ChatNoteComposerProps {
  readonly userId: string;
  readonly onSaved: () => void;
}

/** The field for a new internal note about the user of a conversation. */
export function ChatNoteComposer({ userId, onSaved }: ChatNoteComposerProps) {
  return <NoteComposer subject={subjectOf(userId)} onSaved={onSaved} />;
}
