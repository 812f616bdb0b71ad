import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { currentParams } from '../lib/current-params.ts';
import { type AuditQuery, formatAuditQuery, parseAuditQuery } from './audit.filters.ts';

/** The filters, kept in the address; choosing is a step of its own in the browser's history. */
export function useAuditQuery() {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => parseAuditQuery(params), [params]);
  const choose = useCallback(
    (change: Partial<AuditQuery>) => {
      const now = parseAuditQuery(currentParams());
      const next = formatAuditQuery({ ...now, ...change });
      if (next.toString() !== formatAuditQuery(now).toString()) setParams(next);
    },
    [setParams],
  );
  return { query, choose };
}
