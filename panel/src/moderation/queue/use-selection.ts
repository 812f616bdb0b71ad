import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import { isChangedByOther } from '../reports/optimistic-lock.ts';
import type { ReportPage } from '../reports/reports.api.ts';
import { reportsKeys } from '../reports/reports.keys.ts';
import type { ReportFilters } from './reports-list.filters.ts';
import { hasLeft } from './reports-list.pages.ts';

export interface Selection {
  /** The current version of each, unless another administrator has changed it: then the selected version. */
  readonly reports: ReadonlyMap<string, ListedReport>;
  /** The current version of those that another administrator has changed since: bulk actions skip them. */
  readonly changed: ReadonlyMap<string, ListedReport>;
  /** The error of the last action on each. */
  readonly failures: ReadonlyMap<string, string>;
  readonly toggle: (report: ListedReport) => void;
  readonly select: (reports: readonly ListedReport[]) => void;
  readonly clear: () => void;
  /** Selects the current version of the changed reports. */
  readonly acceptChanges: () => void;
  /** Keeps only these reports selected, in their selected version, some with the error of the last action. */
  readonly keep: (ids: ReadonlySet<string>, failures: ReadonlyMap<string, string>) => void;
}

const NONE: readonly string[] = [];
const idOf = ({ _id }: ListedReport): string => _id;
const byId = (reports: readonly ListedReport[]) => new Map(reports.map((report) => [report._id, report]));

const NOTHING: ReadonlyMap<string, ListedReport> = new Map();
const NO_FAILURES: ReadonlyMap<string, string> = new Map();

/**
 * The reports that are selected for a bulk action. A report that is deleted or leaves the list is deselected: no action
 * applies to an invisible report.
 * @param listKey names the list: the selection of one list is not visible in another
 * @param pages of that list
 * @param sort its order
 */
export function useSelection(listKey: string, pages: readonly ReportPage[], sort: ReportFilters['sort']): Selection {
  // The selected versions: bulk actions send their version numbers.
  const { selected, toggle, select, clear, accept, keep } = useRowSelection(listKey, idOf);
  const [failed, setFailed] = useState({ listKey, failures: NO_FAILURES });
  const { data: removed = NONE } = useQuery<readonly string[]>({
    queryKey: reportsKeys.removed,
    queryFn: () => NONE,
    enabled: false,
  });
  const { reports, changed } = useMemo(() => {
    if (selected.size === 0) return { reports: NOTHING, changed: NOTHING };
    const rows = byId(pages.flatMap((page) => page.rows ?? []));
    const left = new Map(selected);
    const differing = new Map<string, ListedReport>();
    for (const [id, before] of selected) {
      const row = rows.get(id);
      if (removed.includes(id) || (!row && hasLeft(pages, before, sort))) left.delete(id);
      else if (row && isChangedByOther(before, row)) differing.set(id, row);
      else left.set(id, row ?? before);
    }
    return { reports: left, changed: differing };
  }, [selected, removed, pages, sort]);

  return {
    reports,
    changed,
    failures: failed.listKey === listKey ? failed.failures : NO_FAILURES,
    toggle,
    select: useCallback(
      (chosen) => {
        select(chosen);
        setFailed({ listKey, failures: NO_FAILURES });
      },
      [select, listKey],
    ),
    clear: useCallback(() => {
      clear();
      setFailed({ listKey, failures: NO_FAILURES });
    }, [clear, listKey]),
    acceptChanges: useCallback(() => accept(changed), [accept, changed]),
    keep: useCallback(
      (ids, failures) => {
        keep(ids);
        setFailed({ listKey, failures });
      },
      [keep, listKey],
    ),
  };
}
