import type { ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useEffect, useRef } from 'react';
import { otherHolder } from '../../entities/holder.ts';
import { useActions } from '../../lib/actions.ts';
import { useSession } from '../../lib/session.ts';
import type { RowFocus } from '../../lib/use-row-focus.ts';
import { toast } from '../../ui/toast.ts';
import { decideAction } from '../decisions/decide.ts';
import { type DecisionRequest, decisionSheet } from '../decisions/decisions.overlays.ts';
import { detailActions } from '../reports/detail/report-detail.actions.ts';
import { FRESH_MS } from '../reports/detail/use-fresh-hold.ts';
import { hasStatus, type ReportFilters } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { caseId } from './use-case-selection.ts';

export const titleOf = ({ title }: ReportCase): string => title.trim() || strings.untitled;

/** A row as a request for the sheet, or for a decision without it. */
export const toRequest = (reportCase: ReportCase): DecisionRequest => ({
  subject: { itemType: reportCase.itemType, itemId: reportCase.itemId },
  name: titleOf(reportCase),
  path: `/admin/reports/${encodeURIComponent(reportCase.newest._id)}`,
});

/**
 * The decisions by key on the active subject: on all its open reports. A press that comes right behind one is held: it was
 * meant for the row that stood there.
 * @param isSelecting whether rows are selected: the key is then for all of them
 */
export function useCaseKeys(
  active: ReportCase | undefined,
  filters: ReportFilters,
  focus: RowFocus,
  isSelecting: boolean,
) {
  const ownId = useSession()?.adminId;
  const activeId = active && caseId(active);
  const last = useRef<{ readonly at: number; readonly id?: string }>(undefined);
  useEffect(() => {
    // The row after the one that was decided on has just got the focus.
    const decided = last.current?.id;
    if (decided !== undefined && decided !== activeId) last.current = { at: performance.now() };
  }, [activeId]);

  function decide(reportCase: ReportCase, change: Partial<DecisionRequest> = {}): void {
    last.current = { id: caseId(reportCase), at: performance.now() };
    const leaves = !hasStatus(filters, { status: change.harmless === undefined ? 'resolved' : 'rejected' });
    decisionSheet.open({
      ...toRequest(reportCase),
      ...change,
      onDecided: () => leaves && focus.expectRemoval(caseId(reportCase)),
    });
  }

  function press(changeOf: (reportCase: ReportCase) => Partial<DecisionRequest>): void {
    if (!active) return;
    if (last.current && performance.now() - last.current.at < FRESH_MS) {
      toast.info(strings.caseFresh, { detail: titleOf(active) });
      return;
    }
    decide(active, changeOf(active));
  }

  const isOpen = active !== undefined && active.open > 0;
  return useActions([
    { ...decideAction, run: () => active && decide(active) },
    {
      ...detailActions.harmless,
      when: isOpen && !isSelecting,
      // The sheet asks first whether to decide what another administrator handles.
      run: () =>
        press(({ version, assignee }) =>
          version === undefined || otherHolder(assignee, ownId) ? {} : { harmless: version },
        ),
    },
    {
      ...detailActions.takeDown,
      when: isOpen && active.itemType !== 'User',
      run: () => press(({ newest }) => ({ takedownBy: newest })),
    },
  ]);
}
