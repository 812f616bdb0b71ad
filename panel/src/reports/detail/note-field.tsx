import { REPORT_NOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { TextareaField } from '../../ui/textarea.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { ReportNote } from './use-report-note.ts';

/** What goes into the history with the next change. */
export function NoteField({ note }: { readonly note: ReportNote }) {
  return (
    <TextareaField
      label={strings.note}
      hint={strings.noteHint}
      rows={3}
      value={note.text}
      maxLength={REPORT_NOTE_MAX_CHARS}
      onChange={(event) => note.type(event.target.value)}
    />
  );
}
