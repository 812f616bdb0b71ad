import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { reportQuery } from './reports.queries.ts';

/** A pointer that only passes over rows asks for nothing. */
const RESTS_AFTER_MS = 120;

/** Reads a report ahead once the pointer or the focus rests on its row. */
export function useNearReport(): (id: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id: string) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void client.prefetchQuery(reportQuery(id)), RESTS_AFTER_MS);
    },
    [client],
  );
}
