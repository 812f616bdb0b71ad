import type { QueryClient } from '@tanstack/react-query';
import { hasFewPages } from '../../lib/query-client.ts';
import { DECIDED_ITEM_KEY, DECIDED_KEYS } from './decisions.keys.ts';

/**
 * Refetches what the screens show of what was decided. Long lists are refetched when they are opened again; so is what the sheet
 * shows of the subject alone, which may have been taken down and goes with the sheet.
 */
export async function refreshScreens(client: QueryClient): Promise<void> {
  await Promise.all(
    DECIDED_KEYS.map(async (queryKey) => {
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
      await client.refetchQueries({
        queryKey,
        type: 'active',
        predicate: (query) => hasFewPages(query) && query.queryKey[1] !== DECIDED_ITEM_KEY,
      });
    }),
  );
}
