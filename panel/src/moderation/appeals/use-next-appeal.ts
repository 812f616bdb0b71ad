import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlQuery } from '../../lib/url-query.ts';
import { toast } from '../../ui/toast.ts';
import { fetchNextAppeal } from './appeals.api.ts';
import { appealsUrl } from './appeals.filters.ts';
import { appealsStrings as strings } from './appeals.strings.ts';

/** Those that this administrator left to others since the page was loaded: none of them comes next. */
export const handedOver = new Set<string>();

/** Opens the next objection of the list, the first due first; where there is none left, the sheet closes and that is said. */
export function useNextAppeal(): () => Promise<void> {
  const { query, update } = useUrlQuery(appealsUrl);
  const adminId = useSession()?.adminId;
  return async () => {
    let id = '';
    try {
      id = (await fetchNextAppeal(query.assignee, adminId, handedOver))?._id ?? '';
      if (id === '') toast.info(strings.noneLeft);
    } catch (error) {
      if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.nextFailed));
    }
    // Where the sheet was closed meanwhile, or another one opened, that stays.
    if (appealsUrl.current().id === query.id) update({ id }, { replace: true });
  };
}
