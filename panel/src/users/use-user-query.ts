import { SEARCH_DEBOUNCE_MS } from '@hai-dang/contract/constants.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { currentParams } from '../lib/current-params.ts';
import { cleanTerm } from '../lib/search-term.ts';
import { formatUserQuery, parseUserQuery, type UserQuery } from './users.filters.ts';

export interface UserQueryControl {
  readonly query: UserQuery;
  /** What stands in the search box, which runs ahead of the query. */
  readonly draft: string;
  /** Takes what is typed; searched for once it stands still, or at once when it is blank. */
  readonly type: (text: string) => void;
  /** Searches for what has been typed without waiting. */
  readonly submit: () => void;
  /** Chooses filters or the order, given those of the address: a step of its own in the browser's history. */
  readonly choose: (change: (now: UserQuery) => Partial<Pick<UserQuery, 'filters' | 'sort'>>) => void;
}

/** The list's query, kept in the address: typing replaces the entry in the history, choosing adds one. */
export function useUserQuery(): UserQueryControl {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => parseUserQuery(params), [params]);
  const [draft, setDraft] = useState(query.term);
  const [shownTerm, setShownTerm] = useState(query.term);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back, forward and a link change the term from outside; what is being typed is left alone if it means the same.
  if (shownTerm !== query.term) {
    setShownTerm(query.term);
    if (cleanTerm(draft) !== query.term) setDraft(query.term);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer set before the address changed is out of date
  useEffect(() => () => clearTimeout(timer.current), [params]);

  const search = useCallback(
    (text: string) => {
      clearTimeout(timer.current);
      const term = cleanTerm(text);
      const now = parseUserQuery(currentParams());
      if (term !== now.term) setParams(formatUserQuery({ ...now, term }), { replace: true });
    },
    [setParams],
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
      const now = parseUserQuery(currentParams());
      setParams(formatUserQuery({ ...now, term: cleanTerm(draft), ...change(now) }));
    },
  };
}
