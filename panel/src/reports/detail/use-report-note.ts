import { useState } from 'react';
import { useSession } from '../../lib/session.ts';

/** sessionStorage that never throws: a browser may refuse it, and then a note lasts as long as the page. */
const drafts = {
  get(key: string): string {
    try {
      return globalThis.sessionStorage?.getItem(key) ?? '';
    } catch {
      return '';
    }
  },
  set(key: string, text: string): void {
    try {
      if (text === '') globalThis.sessionStorage?.removeItem(key);
      else globalThis.sessionStorage?.setItem(key, text);
    } catch {
      // As above.
    }
  },
};

export interface ReportNote {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Clears the note once it is stored with a change, unless something else has been typed meanwhile. */
  readonly sent: (text: string) => void;
}

/** What is being noted on a report: kept in this tab until it is sent, so that neither a reload nor a refusal loses it. */
export function useReportNote(reportId: string): ReportNote {
  const key = `report-note:${useSession()?.adminId ?? ''}:${reportId}`;
  const [text, setText] = useState(() => drafts.get(key));
  return {
    text,
    type(typed) {
      setText(typed);
      drafts.set(key, typed);
    },
    sent(note) {
      setText((current) => (current === note ? '' : current));
      if (drafts.get(key) === note) drafts.set(key, '');
    },
  };
}
