import { exportContent } from '@hai-dang/contract/content/content.endpoints.ts';
import { memo, type ReactNode, useCallback, useDeferredValue } from 'react';
import { ExportButton } from '../entities/export-button.tsx';
import { type ListInUrl, useUrlQuery } from '../lib/url-query.ts';
import { totalText } from '../lib/use-infinite-list.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ShortcutHelpButton } from '../ui/shortcut-help-button.tsx';
import { ContentFilterBar } from './components/content-filter-bar.tsx';
import { ContentTable } from './components/content-table.tsx';
import { type ContentQuery, contentListUrl } from './content.filters.ts';
import { prefetchContentList, useContentList } from './content.queries.ts';
import { contentStrings as strings } from './content.strings.ts';

const Table = memo(ContentTable);
export const prefetch = prefetchContentList;
export const heading = strings.title;

interface ContentScreenProps {
  /** Renders the saved views of the list. */
  readonly views: (list: ListInUrl) => ReactNode;
}

/** All that users publish, to search, filter and decide on. */
export function ContentScreen({ views }: ContentScreenProps) {
  const { query, search, update } = useUrlQuery(contentListUrl);
  const list = useContentList(query);
  // Rows are rendered in slices after input has been handled, which stays fast however many there are.
  const shownQuery = useDeferredValue(query);
  const shownList = useDeferredValue(list);
  const chooseFromRow = useCallback(
    (change: Partial<ContentQuery>) => {
      update(change);
      window.scrollTo(0, 0);
    },
    [update],
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading} status={totalText(list, strings.total)}>
        {views({ search, onOpen: (saved) => update(contentListUrl.parse(new URLSearchParams(saved))) })}
        <ExportButton endpoint={exportContent} body={query} fileName={(day) => `noi-dung-${day}.csv`} />
        <ShortcutHelpButton />
      </PageHeader>
      <ContentFilterBar query={query} onChoose={update} />
      <Table query={shownQuery} list={shownList} onChoose={chooseFromRow} />
    </div>
  );
}
