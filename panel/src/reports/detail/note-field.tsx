import { REPORT_NOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { useId } from 'react';
import { CONTROL_CLASS } from '../../ui/text-field.tsx';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { ReportNote } from './use-report-note.ts';

/** What goes into the history with the next change. */
export function NoteField({ note }: { readonly note: ReportNote }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {strings.note}
      </label>
      <textarea
        id={id}
        rows={3}
        value={note.text}
        maxLength={REPORT_NOTE_MAX_CHARS}
        aria-describedby={`${id}-hint`}
        onChange={(event) => note.type(event.target.value)}
        className={`${CONTROL_CLASS} px-3 py-2`}
      />
      <p id={`${id}-hint`} className="text-ink-muted text-sm">
        {strings.noteHint}
      </p>
    </div>
  );
}
