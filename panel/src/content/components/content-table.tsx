import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { Newspaper, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { decideAction } from '../../moderation/decisions/decide.ts';
import { decisionSheet } from '../../moderation/decisions/decisions.overlays.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { type ContentQuery, contentListUrl, isFiltered } from '../content.filters.ts';
import type { ContentList } from '../content.queries.ts';
import { contentStrings as strings } from '../content.strings.ts';
import { refOf, toDecisionRequest } from '../decision.ts';
import { CONTENT_ROW, CONTENT_ROW_HEIGHT_PX, CONTENT_SKELETON, contentColumns } from './content-columns.tsx';

const TEXTS = {
  loading: strings.loadingList,
  loadingMore: strings.loadingMore,
  end: strings.end,
  failed: strings.listFailed,
};
const keyOf = (content: ListedContent): string => Object.values(refOf(content)).join('-');

interface ContentTableProps {
  readonly query: ContentQuery;
  readonly list: ContentList;
  readonly onChoose: (change: Partial<ContentQuery>) => void;
}

/** Posts, travel posts and comments; `d` decides on the active one. */
export function ContentTable({ query, list, onChoose }: ContentTableProps) {
  const focus = useRowFocus(list, keyOf);
  function decideOnActive(): void {
    const { activeId } = focus;
    const active = list.pages.flatMap((page) => page.rows ?? []).find((row) => keyOf(row) === activeId);
    // It may leave a filtered list once it is decided.
    if (active && activeId) {
      decisionSheet.open({ ...toDecisionRequest(active), onDecided: () => focus.expectRemoval(activeId) });
    }
  }
  const keys = useAriaKeys(useActions([{ ...decideAction, run: decideOnActive }]));
  const columns = useMemo(() => contentColumns(({ _id }) => _id !== null && onChoose({ authorId: _id })), [onChoose]);
  return (
    <VirtualTable
      feature="content"
      search={contentListUrl.format(query).toString()}
      list={list}
      focus={focus}
      rowKey={keyOf}
      columns={columns}
      wideFrom="xl"
      rowClassName={CONTENT_ROW}
      rowHeightPx={CONTENT_ROW_HEIGHT_PX}
      skeleton={CONTENT_SKELETON}
      empty={
        isFiltered(query)
          ? { icon: SearchX, title: strings.emptyFiltered, hint: strings.emptyHint }
          : { icon: Newspaper, title: strings.empty }
      }
      label={strings.list}
      keys={keys}
      texts={TEXTS}
      errorText={(error) => errorMessage(error, strings.listFailed)}
    />
  );
}
