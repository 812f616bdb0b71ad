import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { reportsKeys } from './reports.keys.ts';

export interface Selection {
  readonly reports: ReadonlyMap<string, Report>;
  /** Why the last attempt with one of them failed. */
  readonly failures: ReadonlyMap<string, string>;
  readonly toggle: (report: Report) => void;
  readonly select: (reports: readonly Report[]) => void;
  readonly clear: () => void;
  /** Keeps only what failed, with the reasons, and what was not begun. */
  readonly keep: (left: readonly Report[], failures: ReadonlyMap<string, string>) => void;
}

const NONE: readonly string[] = [];
const byId = (reports: readonly Report[]) => new Map(reports.map((report) => [report._id, report]));

interface State {
  readonly reports: ReadonlyMap<string, Report>;
  readonly failures: ReadonlyMap<string, string>;
}

const NOTHING: State = { reports: new Map(), failures: new Map() };

/**
 * The reports that are selected for one act on all of them. One that is deleted meanwhile, by whomever, leaves them.
 * @param subject names the list: what is selected in one cannot be seen in another
 */
export function useSelection(subject: string): Selection {
  const [state, setState] = useState(NOTHING);
  const [shown, setShown] = useState(subject);
  if (shown !== subject) {
    setShown(subject);
    setState(NOTHING);
  }
  const { data: removed = NONE } = useQuery<readonly string[]>({
    queryKey: reportsKeys.removed,
    queryFn: () => NONE,
    enabled: false,
  });
  const reports = useMemo(() => {
    const left = new Map(state.reports);
    for (const id of removed) left.delete(id);
    return left;
  }, [state.reports, removed]);
  return {
    reports,
    failures: state.failures,
    toggle: useCallback((report: Report) => {
      setState((before) => {
        const reports = new Map(before.reports);
        if (!reports.delete(report._id)) reports.set(report._id, report);
        return { ...before, reports };
      });
    }, []),
    select: useCallback((chosen) => setState({ reports: byId(chosen), failures: new Map() }), []),
    clear: useCallback(() => setState(NOTHING), []),
    keep: useCallback((left, failures) => setState({ reports: byId(left), failures }), []),
  };
}
