import { useState } from 'react';

interface Asked {
  readonly error: Error | null;
  readonly isPending: boolean;
}

/**
 * A query's error that stays during a retry: the query itself clears it at once, and the retry button would disappear
 * under the finger.
 * @param subject names the query's subject; another subject starts without an error
 */
export function useStandingError(subject: string, { error, isPending }: Asked): Error | null {
  const [held, setHeld] = useState<{ subject: string; error: Error } | null>(null);
  if (error && (held?.error !== error || held.subject !== subject)) setHeld({ subject, error });
  if (!error && !isPending && held) setHeld(null);
  return error ?? (isPending && held?.subject === subject ? held.error : null);
}
