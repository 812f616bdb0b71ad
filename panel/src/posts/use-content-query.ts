import { useLocation } from 'react-router';
import { defineUrlQuery, useUrlQuery } from '../lib/url-query.ts';
import { parsePageNumber } from './posts.pages.ts';

export const CONTENT_TABS = ['posts', 'travel', 'activity'] as const;
export type ContentTab = (typeof CONTENT_TABS)[number];

/** The shown part of a user's content: the tab, and the page of the posts. */
interface ContentQuery {
  readonly tab: ContentTab;
  readonly page: number;
}

export const contentUrl = defineUrlQuery<ContentQuery>({
  tab: {
    name: 'tab',
    parse: (text) => CONTENT_TABS.find((tab) => tab === text) ?? 'posts',
    format: (tab) => (tab === 'posts' ? '' : tab),
  },
  page: { name: 'page', parse: parsePageNumber, format: (page) => (page > 1 ? String(page) : '') },
});

/** The tab and the page in the URL; a change keeps the state of the history entry. */
export function useContentQuery() {
  const { query, update } = useUrlQuery(contentUrl);
  const { state } = useLocation() as { state: unknown };
  return {
    ...query,
    showTab: (tab: ContentTab) => update({ tab }, { replace: true, state }),
    showPage: (page: number) => update({ page }, { state }),
    /** The page does not exist (any more): the last one replaces the history entry. */
    correctPage: (page: number) => update({ page }, { replace: true, state }),
  };
}
