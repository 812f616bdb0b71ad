import { SEARCH_DEBOUNCE_MS } from '@hai-dang/contract/constants.ts';
import { useEffect, useRef, useState } from 'react';
import { cleanTerm } from '../../lib/search-term.ts';

/** The text of the search field, and the debounced search term, which is cleared at once when the text is blank. */
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
