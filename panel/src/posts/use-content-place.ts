import { useLocation, useSearchParams } from 'react-router';
import { parsePageNumber } from './posts.pages.ts';

export const CONTENT_TABS = ['posts', 'travel'] as const;
export type ContentTab = (typeof CONTENT_TABS)[number];

const TAB_PARAM = 'tab';
/** Of the posts. */
export const PAGE_PARAM = 'page';

/** Which tab and page of the posts are shown, kept in the address; what the navigation handed over stays with it. */
export function useContentPlace() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };

  function go(change: Readonly<Record<string, string>>, replace: boolean) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace, state });
  }

  const tab: ContentTab = params.get(TAB_PARAM) === 'travel' ? 'travel' : 'posts';
  return {
    tab,
    page: parsePageNumber(params.get(PAGE_PARAM)),
    showTab: (wanted: ContentTab) => go({ [TAB_PARAM]: wanted === 'posts' ? '' : wanted }, true),
    showPage: (wanted: number) => go({ [PAGE_PARAM]: wanted > 1 ? String(wanted) : '' }, false),
    /** The page is not there (any more): its place in the browser's history is taken by the last one that is. */
    correctPage: (wanted: number) => go({ [PAGE_PARAM]: wanted > 1 ? String(wanted) : '' }, true),
  };
}
