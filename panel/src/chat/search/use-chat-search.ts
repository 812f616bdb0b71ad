import { SEARCH_DEBOUNCE_MS } from '@hai-dang/contract/constants.ts';
import { useEffect, useRef, useState } from 'react';
import { cleanTerm } from '../../lib/search-term.ts';

/** What stands in the search box, and what is searched for: once it stands still, or at once when it is blank. */
export function useChatSearch() {
  const [draft, setDraft] = useState('');
  const [term, setTerm] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(text: string): void {
    clearTimeout(timer.current);
    setTerm(cleanTerm(text));
  }

  return {
    draft,
    term,
    type(text: string): void {
      setDraft(text);
      clearTimeout(timer.current);
      if (cleanTerm(text) === '') search('');
      else timer.current = setTimeout(search, SEARCH_DEBOUNCE_MS, text);
    },
    submit: () => search(draft),
  };
}
