import { useState } from 'react';
import { tabStorage } from '../../../lib/browser-storage.ts';
import { createDrafts } from '../../../lib/drafts.ts';

export interface ReportNote {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Clears the note once it is stored with a change, unless it was edited meanwhile. */
  readonly sent: (text: string) => void;
}

const drafts = createDrafts(tabStorage, 'reportNotes');

/** The note on a report: stored in this tab until it is sent, so that neither a reload nor a rejected call loses it. */
export function useReportNote(reportId: string): ReportNote {
  const [text, setText] = useState(() => drafts.get(reportId));
  return {
    text,
    type(typed) {
      setText(typed);
      drafts.set(reportId, typed);
    },
    sent(note) {
      setText((current) => (current === note ? '' : current));
      if (drafts.get(reportId) === note) drafts.set(reportId, '');
    },
  };
}
