import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { isChangedByOther } from '../optimistic-lock.ts';
import type { ReportPage } from '../reports.api.ts';
import { reportsKeys } from '../reports.keys.ts';
import type { ReportFilters } from './reports-list.filters.ts';
import { hasLeft } from './reports-list.pages.ts';

export interface Selection {
  /** The current version of each, unless another administrator has changed it: then the selected version. */
  readonly reports: ReadonlyMap<string, Report>;
  /** The current version of those that another administrator has changed since: bulk actions skip them. */
  readonly changed: ReadonlyMap<string, Report>;
  /** The error of the last action on each. */
  readonly failures: ReadonlyMap<string, string>;
  readonly toggle: (report: Report) => void;
  readonly select: (reports: readonly Report[]) => void;
  readonly clear: () => void;
  /** Selects the current version of the changed reports. */
  readonly acceptChanges: () => void;
  /** Keeps only these reports selected, in their selected version, some with the error of the last action. */
  readonly keep: (ids: ReadonlySet<string>, failures: ReadonlyMap<string, string>) => void;
}

const NONE: readonly string[] = [];
const byId = (reports: Iterable<Report>) => new Map(Array.from(reports, (report) => [report._id, report]));

interface State {
  /** The selected versions: bulk actions send their version numbers. */
  readonly reports: ReadonlyMap<string, Report>;
  readonly failures: ReadonlyMap<string, string>;
}

const NOTHING: State = { reports: new Map(), failures: new Map() };

/**
 * The reports that are selected for a bulk action. A report that is deleted or leaves the list is deselected: no action
 * applies to an invisible report.
 * @param listKey names the list: the selection of one list is not visible in another
 * @param pages of that list
 * @param sort its order
 */
export function useSelection(listKey: string, pages: readonly ReportPage[], sort: ReportFilters['sort']): Selection {
  const [state, setState] = useState(NOTHING);
  const [shown, setShown] = useState(listKey);
  if (shown !== listKey) {
    setShown(listKey);
    setState(NOTHING);
  }
  const { data: removed = NONE } = useQuery<readonly string[]>({
    queryKey: reportsKeys.removed,
    queryFn: () => NONE,
    enabled: false,
  });
  const { reports, changed } = useMemo(() => {
    if (state.reports.size === 0) return { reports: NOTHING.reports, changed: NOTHING.reports };
    const rows = byId(pages.flatMap((page) => page.rows ?? []));
    const left = new Map(state.reports);
    const differing = new Map<string, Report>();
    for (const [id, selected] of state.reports) {
      const row = rows.get(id);
      if (removed.includes(id) || (!row && hasLeft(pages, selected, sort))) left.delete(id);
      else if (row && isChangedByOther(selected, row)) differing.set(id, row);
      else left.set(id, row ?? selected);
    }
    return { reports: left, changed: differing };
  }, [state.reports, removed, pages, sort]);

  return {
    reports,
    changed,
    failures: state.failures,
    toggle: useCallback((report: Report) => {
      setState((before) => {
        const next = new Map(before.reports);
        if (!next.delete(report._id)) next.set(report._id, report);
        return { ...before, reports: next };
      });
    }, []),
    select: useCallback((chosen) => setState({ reports: byId(chosen), failures: new Map() }), []),
    clear: useCallback(() => setState(NOTHING), []),
    acceptChanges: useCallback(
      () => setState((before) => ({ ...before, reports: new Map([...before.reports, ...changed]) })),
      [changed],
    ),
    keep: useCallback(
      (ids, failures) =>
        setState((before) => ({
          reports: new Map([...before.reports].filter(([id]) => ids.has(id))),
          failures,
        })),
      [],
    ),
  };
}
