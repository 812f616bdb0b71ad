import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { isChangedByOther } from '../optimistic-lock.ts';
import type { ReportPage } from '../reports.api.ts';
import { reportsKeys } from '../reports.keys.ts';
import { hasLeft } from './reports-list.pages.ts';

export interface Selection {
  /** Each as it is now, unless another administrator has changed it: then as it was when it was selected. */
  readonly reports: ReadonlyMap<string, Report>;
  /** Those of them that another administrator has changed since, as they are now: no bulk action takes them. */
  readonly changed: ReadonlyMap<string, Report>;
  /** Why the last attempt with one of them failed. */
  readonly failures: ReadonlyMap<string, string>;
  readonly toggle: (report: Report) => void;
  readonly select: (reports: readonly Report[]) => void;
  readonly clear: () => void;
  /** Selects what has been changed anew, as it is now. */
  readonly acceptChanges: () => void;
  /** Keeps only these of the selected, as they were selected, some with the reason why they failed. */
  readonly keep: (ids: ReadonlySet<string>, failures: ReadonlyMap<string, string>) => void;
}

const NONE: readonly string[] = [];
const byId = (reports: Iterable<Report>) => new Map(Array.from(reports, (report) => [report._id, report]));

interface State {
  /** As they were when they were selected: the versions that a bulk action rests on. */
  readonly reports: ReadonlyMap<string, Report>;
  readonly failures: ReadonlyMap<string, string>;
}

const NOTHING: State = { reports: new Map(), failures: new Map() };

/**
 * The reports that are selected for one action on all of them. One that is deleted or leaves the list is no longer
 * selected: what cannot be seen is not acted on.
 * @param listKey names the list: what is selected in one cannot be seen in another
 * @param pages of that list
 */
export function useSelection(listKey: string, pages: readonly ReportPage[]): Selection {
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
      if (removed.includes(id) || (!row && hasLeft(pages, selected))) left.delete(id);
      else if (row && isChangedByOther(selected, row)) differing.set(id, row);
      else left.set(id, row ?? selected);
    }
    return { reports: left, changed: differing };
  }, [state.reports, removed, pages]);

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
