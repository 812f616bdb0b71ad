import type { QueryClient } from '@tanstack/react-query';
import { hasFewPages } from '../../lib/query-client.ts';

/** The features of all that a decision may change: reports, accounts, content, and how often a rule was applied. */
const DECIDED = ['reports', 'users', 'record', 'posts', 'content', 'timeline', 'policies', 'letters', 'appeals'];

/** The part of a key after the name of its feature, for one subject by its id. */
const DECIDED_ITEM_KEY = 'item';

/**
 * Refetches what the screens show of what was decided. Long lists are refetched when they are opened again; so is what the sheet
 * shows of the subject alone, which may have been taken down and goes with the sheet.
 */
export async function refreshScreens(client: QueryClient): Promise<void> {
  await Promise.all(
    DECIDED.map(async (feature) => {
      const queryKey = [feature];
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
      await client.refetchQueries({
        queryKey,
        type: 'active',
        predicate: (query) => hasFewPages(query) && query.queryKey[1] !== DECIDED_ITEM_KEY,
      });
    }),
  );
}
