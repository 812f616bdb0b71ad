import { listAppeals } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { otherHolder } from '../../entities/holder.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useSession } from '../../lib/session.ts';
import { useUrlQuery } from '../../lib/url-query.ts';
import { toast } from '../../ui/toast.ts';
import { appealsUrl } from './appeals.filters.ts';
import { appealsStrings as strings } from './appeals.strings.ts';

/** The appeals that this administrator left to others since the page was loaded: none of them comes next. */
export const handedOver = new Set<string>();

const TIMEOUT_MS = 30_000;

/** Finds the first due appeal that no other administrator handles; without a filter among one's own and nobody's. */
async function findNext(assignee: string, adminId: string | undefined): Promise<Appeal | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const pages = (assignee === '' ? ['me', 'none'] : [assignee]).map((by) =>
    callEndpoint(listAppeals, { body: { state: 'open', assignee: by }, signal }),
  );
  return (await Promise.all(pages))
    .flatMap(({ data }) => data)
    .filter((appeal) => !otherHolder(appeal.assignee, adminId) && !handedOver.has(appeal._id))
    .toSorted((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt))[0];
}

/** Opens the next appeal of the list, the first due first; where there is none left, the sheet closes and that is said. */
export function useNextAppeal(): () => Promise<void> {
  const { query, update } = useUrlQuery(appealsUrl);
  const adminId = useSession()?.adminId;
  return async () => {
    let id = '';
    try {
      id = (await findNext(query.assignee, adminId))?._id ?? '';
      if (id === '') toast.info(strings.noneLeft);
    } catch (error) {
      if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.nextFailed));
    }
    // Where the sheet was closed meanwhile, or another one opened, that stays.
    if (appealsUrl.current().id === query.id) update({ id }, { replace: true });
  };
}
