import { SEARCH_DEBOUNCE_MS } from '@hai-dang/contract/constants.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { cleanTerm } from '../lib/search-term.ts';
import { useUrlQuery } from '../lib/url-query.ts';
import { type UserQuery, userListUrl } from './users.filters.ts';

export interface UserQueryControl {
  readonly query: UserQuery;
  /** What stands in the search box, which runs ahead of the query. */
  readonly draft: string;
  /** Takes what is typed; searched for once it stands still, or at once when it is blank. */
  readonly type: (text: string) => void;
  /** Searches for what has been typed without waiting. */
  readonly submit: () => void;
  /** Chooses filters or the order, given those of the URL: a step of its own in the browser's history. */
  readonly choose: (change: (now: UserQuery) => Partial<Pick<UserQuery, 'filters' | 'sort'>>) => void;
}

/** The list's query, kept in the URL: typing replaces the entry in the history, choosing adds one. */
export function useUserQuery(): UserQueryControl {
  const { query, update } = useUrlQuery(userListUrl);
  const [draft, setDraft] = useState(query.term);
  /** The term that the box stands for, in the URL or on its way there. */
  const sent = useRef(query.term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the term that has been drawn may be behind the URL
  useEffect(() => {
    const { term } = userListUrl.current();
    if (term === sent.current) return;
    // Back, forward or a link: what has been typed is out of date.
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
    submit: () => search(draft),
    choose(change) {
      clearTimeout(timer.current);
      sent.current = cleanTerm(draft);
      update({ term: sent.current, ...change(userListUrl.current()) });
    },
  };
}
