import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useCallback, useEffect, useRef } from 'react';
import { reportQuery } from './reports.queries.ts';

/** A pointer that only passes over rows asks for nothing. */
const RESTS_AFTER_MS = 120;

/** Tells which report's row the pointer or the focus has come to. */
export type OnNear = (id: string, event: SyntheticEvent<HTMLElement>) => void;

/** Reads a report ahead once the pointer or the focus rests on its row. */
export function useNearReport(): OnNear {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback<OnNear>(
    (id, { currentTarget: row }) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // The row of a report that has just been deleted is gone; one that is asked about may be so in a moment.
        const isStaying = row.isConnected && document.querySelector('dialog[open]') === null;
        if (isStaying) void client.prefetchQuery(reportQuery(id));
      }, RESTS_AFTER_MS);
    },
    [client],
  );
}
