import { useEffect } from 'react';
import { useStore } from '../../lib/create-store.ts';
import { knownPreferences, loadPreferences } from '../../lib/preferences.ts';
import type { Veil } from '../../ui/use-veils.ts';

/**
 * How images in reports are shown to this administrator until one asks for them; undefined: as they are. In a browser that
 * does not know that yet they wait for it.
 */
export function useReportVeil(): Veil | undefined {
  const known = useStore(knownPreferences);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (!isKnown) void loadPreferences();
  }, [isKnown]);
  if (!known) return 'pending';
  return known.reportImages === 'show' ? undefined : known.reportImages;
}
