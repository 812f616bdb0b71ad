import { useActions } from '../../lib/actions.ts';
import { formatNumber } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { type BulkRequest, bulkDialog } from '../../moderation/bulk/bulk.overlays.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import type { UserList } from '../use-user-list.ts';
import type { UserSelection } from '../use-user-selection.ts';
import { selectionStrings } from '../user-selection.strings.ts';
import { selectionActions } from '../users.actions.ts';
import type { UserQuery } from '../users.filters.ts';

interface UserSelectionBarProps {
  readonly query: UserQuery;
  readonly total: UserList['total'];
  readonly selection: UserSelection;
  readonly onFocusLost: () => void;
}

/** How many users are selected, and what can be done with all of them. */
export function UserSelectionBar({ query, total, selection, onFocusLost }: UserSelectionBarProps) {
  const { ids, isAll, clear } = selection;
  const count = ids.length;
  const isAny = isAll || count > 0;
  const all = total ? sharedStrings.totals[total.totalRelation](formatNumber(total.total)) : '';
  const canSelectAll = isAny && !isAll && total !== undefined && total.total > count;

  function ask(action: BulkRequest['action']): void {
    const target = isAll
      ? ({ kind: 'user_filter', searchTerm: query.term, filters: query.filters } as const)
      : ({ kind: 'users', ids } as const);
    bulkDialog.open({ action, target, name: '', onStarted: clear });
  }
  const [suspend, disable, tag, selectAll, clearSelection] = useActions([
    { ...selectionActions.suspend, when: isAny, run: () => ask('suspend') },
    { ...selectionActions.disable, when: isAny, run: () => ask('disable') },
    { ...selectionActions.tag, when: isAny, run: () => ask('tag') },
    {
      ...selectionActions.selectAll,
      label: selectionStrings.selectAllMatching(all),
      when: canSelectAll,
      run: selection.selectAll,
    },
    { ...selectionActions.clear, when: isAny, run: clear },
  ]);
  return (
    <SelectionBar
      shows={isAny ? 'choices' : undefined}
      label={selectionStrings.selection}
      status={isAll ? selectionStrings.allSelected(all) : selectionStrings.selected(formatNumber(count))}
      onFocusLost={onFocusLost}
    >
      {canSelectAll && <ActionButton size="sm" variant="ghost" action={selectAll} />}
      <fieldset aria-label={selectionStrings.selectionActions} className="flex min-w-0 flex-wrap gap-2">
        <ActionButton size="sm" action={suspend} />
        <ActionButton size="sm" action={disable} />
        <ActionButton size="sm" action={tag} />
      </fieldset>
      <ActionButton size="sm" variant="ghost" action={clearSelection} />
    </SelectionBar>
  );
}
