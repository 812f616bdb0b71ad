import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { useCallback, useMemo } from 'react';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import type { CasePage } from '../reports.api.ts';

export const caseId = ({ itemType, itemId }: Pick<ReportCase, 'itemType' | 'itemId'>): string =>
  `${itemType}:${itemId}`;

export interface CaseSelection {
  readonly count: number;
  /** As selected, unless it has changed since: then as it is now. */
  readonly cases: ReadonlyMap<string, ReportCase>;
  /** Those whose open reports have changed since they were selected: bulk actions skip them. */
  readonly changed: ReadonlyMap<string, ReportCase>;
  readonly toggle: (reportCase: ReportCase) => void;
  readonly select: (cases: readonly ReportCase[]) => void;
  readonly clear: () => void;
  readonly acceptChanges: () => void;
  readonly keep: (ids: ReadonlySet<string>) => void;
}

const NOTHING: ReadonlyMap<string, ReportCase> = new Map();
const byId = (cases: Iterable<ReportCase>) => new Map(Array.from(cases, (one) => [caseId(one), one]));

/** What a decision on all open reports of a subject rests on. */
const isSame = (a: ReportCase, b: ReportCase): boolean => a.open === b.open && a.pending === b.pending;

/**
 * The subjects that are selected for a bulk action. One that has left the list is deselected.
 * @param listKey names the list: the selection of one list is not visible in another
 * @param pages of that list
 */
export function useCaseSelection(listKey: string, pages: readonly CasePage[]): CaseSelection {
  const { selected, toggle, select, clear, accept, keep } = useRowSelection<ReportCase>(listKey, caseId);
  const { cases, changed } = useMemo(() => {
    if (selected.size === 0) return { cases: NOTHING, changed: NOTHING };
    const rows = byId(pages.flatMap((page) => page.rows ?? []));
    // Rows of a page that was evicted from memory are still in the list.
    const isWhole = pages.every((page) => page.rows !== null);
    const kept = new Map([...selected].filter(([id]) => rows.has(id) || !isWhole));
    const differing = [...kept].flatMap(([id, before]) => {
      const now = rows.get(id);
      return now && !isSame(now, before) ? [now] : [];
    });
    return { cases: kept, changed: byId(differing) };
  }, [selected, pages]);

  return {
    count: cases.size,
    cases,
    changed,
    toggle,
    select,
    clear,
    acceptChanges: useCallback(() => accept(changed), [accept, changed]),
    keep,
  };
}
