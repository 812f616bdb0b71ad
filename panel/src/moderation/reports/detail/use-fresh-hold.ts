import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reportQuery } from '../reports.queries.ts';

/** The second of two quick presses was meant for what stood there before. */
export const FRESH_MS = 700;
/** Long enough to be read, also where the press came at the end of the hold. */
const SAID_MS = 2_000;

export interface FreshHold {
  readonly isHeld: boolean;
  /** A press was held: said until the next one acts, or for a while. */
  readonly isSaid: boolean;
  /** Whether a press that decides is held. */
  readonly stops: () => boolean;
}

/**
 * Holds every decision on what has just appeared, for 0.7 s.
 * @param isShown false while it is loading, and held as well
 * @param isSeen it has been on the screen before: nothing is held
 * @param asked what is asked or said above the decision; another one is as fresh
 */
export function useFreshHold(isShown = true, isSeen = false, asked?: unknown): FreshHold {
  const [isHeld, setIsHeld] = useState(!isSeen);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    setIsHeld(true);
  }
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (!isShown || !isHeld) return;
    const timer = setTimeout(() => setIsHeld(false), FRESH_MS);
    return () => clearTimeout(timer);
  }, [isShown, isHeld]);
  useEffect(() => {
    if (presses === 0) return;
    const timer = setTimeout(() => setPresses(0), SAID_MS);
    return () => clearTimeout(timer);
  }, [presses]);
  return {
    isHeld,
    isSaid: presses > 0,
    stops() {
      setPresses(isHeld ? presses + 1 : 0);
      return isHeld;
    },
  };
}

/** The same for a sheet, from its evidence on: that of a report, or of a subject that nobody has reported. */
export function useFreshEvidence(reportId: string | null, isSeen: boolean | undefined, asked: unknown): FreshHold {
  const { isPending } = useQuery({ ...reportQuery(reportId ?? ''), enabled: reportId !== null });
  return useFreshHold(reportId === null || !isPending, isSeen, asked);
}
