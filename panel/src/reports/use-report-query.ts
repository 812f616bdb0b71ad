import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { currentParams } from '../lib/current-params.ts';
import { formatReportQuery, parseReportQuery, type ReportQuery } from './reports.filters.ts';

export interface ReportQueryControl {
  readonly query: ReportQuery;
  /** The query as it stands in the address. */
  readonly search: string;
  /** Chooses filters or the grouping: a step of its own in the browser's history. */
  readonly choose: (change: Partial<ReportQuery>) => void;
}

/** What the list shows, kept in the address. */
export function useReportQuery(): ReportQueryControl {
  const [params, setParams] = useSearchParams();
  const search = formatReportQuery(parseReportQuery(params)).toString();
  const query = useMemo(() => parseReportQuery(new URLSearchParams(search)), [search]);
  return {
    query,
    search,
    choose: (change) => setParams(formatReportQuery({ ...parseReportQuery(currentParams()), ...change })),
  };
}
