import { otherHolder } from '../../entities/holder.ts';
import { useActions } from '../../lib/actions.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { type BulkRequest, bulkDialog } from '../bulk/bulk.overlays.ts';
import { detailActions } from '../reports/detail/report-detail.actions.ts';
import { listActions, listStatusActions } from './reports-list.actions.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { CaseSelection } from './use-case-selection.ts';

const OUTCOMES = ['resolved', 'rejected'] as const;

interface CaseSelectionBarProps {
  readonly selection: CaseSelection;
  readonly onFocusLost: () => void;
}

/** How many subjects are selected, and what is done to all of them: by a job, after a preview. */
export function CaseSelectionBar({ selection, onFocusLost }: CaseSelectionBarProps) {
  const { cases, clear } = selection;
  const isAny = cases.size > 0;
  const ownId = useSession()?.adminId;
  const chosen = [...cases.values()].filter(({ open }) => open > 0);
  const held = chosen.filter(({ assignee }) => otherHolder(assignee, ownId));

  function ask(about: Pick<BulkRequest, 'action' | 'outcome'>): void {
    const subjects = chosen.map(({ itemType, itemId }) => ({ itemType, itemId }));
    bulkDialog.open({
      ...about,
      target: { kind: 'content', subjects },
      name: '',
      leftOut: cases.size - chosen.length,
      onStarted: (includesHeld) => selection.select(includesHeld ? [] : held),
    });
  }
  const accounts = chosen.filter(({ itemType }) => itemType === 'User');
  const content = chosen.filter(({ itemType }) => itemType !== 'User');
  const subjects = content.map(({ itemType, itemId }) => ({ itemType, itemId }));
  const leave = (acted: typeof chosen) => (includesHeld: boolean) =>
    selection.select(
      [...cases.values()].filter((row) => !acted.includes(row) || (!includesHeld && held.includes(row))),
    );
  const reports = [...cases.values()].reduce((sum, { open }) => sum + open, 0);
  const [clearSelection, harmless, takedown, suspend, ...closing] = useActions([
    { ...listActions.clearSelection, when: isAny, run: clear },
    { ...detailActions.harmless, when: isAny && chosen.length > 0, run: () => ask({ action: 'no_violation' }) },
    {
      ...listActions.takedownSelected,
      label: strings.takedownSelected(formatNumber(content.length)),
      when: content.length > 0,
      run: () =>
        bulkDialog.open({
          action: 'takedown',
          target: { kind: 'content', subjects },
          name: '',
          onStarted: leave(content),
        }),
    },
    {
      ...listActions.suspendSelected,
      label: strings.suspendSelected(formatNumber(accounts.length)),
      when: accounts.length > 0,
      run: () =>
        bulkDialog.open({
          action: 'suspend',
          target: { kind: 'users', ids: accounts.map(({ itemId }) => itemId) },
          name: '',
          onStarted: leave(accounts),
        }),
    },
    ...OUTCOMES.flatMap((outcome) =>
      listStatusActions
        .filter(({ status }) => status === outcome)
        .map((action) => ({
          ...action,
          when: isAny && chosen.length > 0,
          run: () => ask({ action: 'close_reports', outcome }),
        })),
    ),
  ]);
  return (
    <SelectionBar
      shows={isAny ? 'choices' : undefined}
      label={strings.caseSelection}
      status={
        <>
          {strings.selectedCases(formatNumber(cases.size), formatNumber(reports))}
          {(held.length > 0 || chosen.length === 0) && isAny && (
            <span className="block font-normal text-amber-ink">
              {chosen.length === 0 ? strings.caseNothingOpen : strings.casesHeld(formatNumber(held.length))}
            </span>
          )}
        </>
      }
      onFocusLost={onFocusLost}
    >
      {harmless.when && <ActionButton size="sm" action={harmless} showsKey />}
      {[takedown, suspend].map((action) => action.when && <ActionButton key={action.id} size="sm" action={action} />)}
      <fieldset aria-label={strings.closeReports} className="flex min-w-0 flex-wrap gap-2">
        {closing.map((action) => (
          <ActionButton key={action.id} size="sm" aria-disabled={!action.when} action={action} />
        ))}
      </fieldset>
      <ActionButton size="sm" variant="ghost" action={clearSelection} />
    </SelectionBar>
  );
}
