import type { ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useMemo } from 'react';
import { useRowSelection } from '../../lib/use-row-selection.ts';
import type { CasePage } from '../reports/reports.api.ts';

export const caseId = ({ itemType, itemId }: Pick<ReportCase, 'itemType' | 'itemId'>): string =>
  `${itemType}:${itemId}`;

export interface CaseSelection {
  /** The selected subjects as they are now, by id. */
  readonly cases: ReadonlyMap<string, ReportCase>;
  readonly toggle: (reportCase: ReportCase) => void;
  readonly select: (cases: readonly ReportCase[]) => void;
  readonly clear: () => void;
}

const NOTHING: ReadonlyMap<string, ReportCase> = new Map();

/**
 * The subjects that are selected for a bulk action. One that has left the list is deselected.
 * @param listKey names the list: the selection of one list is not visible in another
 * @param pages of that list
 */
export function useCaseSelection(listKey: string, pages: readonly CasePage[]): CaseSelection {
  const { selected, toggle, select, clear } = useRowSelection<ReportCase>(listKey, caseId);
  const cases = useMemo(() => {
    if (selected.size === 0) return NOTHING;
    const rows = new Map(pages.flatMap((page) => page.rows ?? []).map((one) => [caseId(one), one]));
    // Rows of a page that was evicted from memory are still in the list.
    const isWhole = pages.every((page) => page.rows !== null);
    const kept = [...selected].filter(([id]) => rows.has(id) || !isWhole);
    return new Map(kept.map(([id, before]) => [id, rows.get(id) ?? before]));
  }, [selected, pages]);
  return { cases, toggle, select, clear };
}
