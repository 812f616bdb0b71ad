import { SEARCH_DEBOUNCE_MS } from '@hai-dang/contract/constants.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { cleanTerm } from '../lib/search-term.ts';
import { useUrlQuery } from '../lib/url-query.ts';
import { type UserQuery, userListUrl } from './users.filters.ts';

export interface UserQueryControl {
  readonly query: UserQuery;
  /** The text of the search field, which is newer than the query. */
  readonly draft: string;
  /** Sets the text; the search starts after a debounce, or at once when the text is blank. */
  readonly type: (text: string) => void;
  /** The query string in the URL, normalised. */
  readonly search: string;
  /** Opens the list of a query string. */
  readonly open: (search: string) => void;
  /** Searches for the text without the debounce. */
  readonly submit: () => void;
  /** Changes filters or the sort order, based on those in the URL: adds an entry to the browser's history. */
  readonly choose: (change: (now: UserQuery) => Partial<Pick<UserQuery, 'filters' | 'sort'>>) => void;
}

/** The list's query, stored in the URL: typing replaces the entry in the history, a filter or sort change adds one. */
export function useUserQuery(): UserQueryControl {
  const { query, search: urlSearch, update } = useUrlQuery(userListUrl);
  const [draft, setDraft] = useState(query.term);
  /** The term of the text, already in the URL or about to be. */
  const sent = useRef(query.term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rendered term may be older than the URL
  useEffect(() => {
    const { term } = userListUrl.current();
    if (term === sent.current) return;
    // Back, forward or a link: the typed text is outdated.
    sent.current = term;
    clearTimeout(timer.current);
    setDraft(term);
  }, [query.term]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = useCallback(
    (text: string) => {
      clearTimeout(timer.current);
      sent.current = cleanTerm(text);
      update({ term: sent.current }, { replace: true });
    },
    [update],
  );

  return {
    query,
    draft,
    type(text) {
      setDraft(text);
      clearTimeout(timer.current);
      if (cleanTerm(text) === '') search('');
      else timer.current = setTimeout(search, SEARCH_DEBOUNCE_MS, text);
    },
    search: urlSearch,
    open(saved) {
      clearTimeout(timer.current);
      update(userListUrl.parse(new URLSearchParams(saved)));
    },
    submit: () => search(draft),
    choose(change) {
      clearTimeout(timer.current);
      sent.current = cleanTerm(draft);
      update({ term: sent.current, ...change(userListUrl.current()) });
    },
  };
}
