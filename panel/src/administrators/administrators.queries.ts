import { listAdministrators } from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { listOf } from '../lib/endpoint-query.ts';
import { toListPage } from '../lib/infinite-pages.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { type InfiniteList, prefetchList, useInfiniteList } from '../lib/use-infinite-list.ts';

/** How many of the rows are what. */
interface AdministratorCounts {
  readonly administrators: number;
  readonly invitations: number;
}

export type AdministratorList = InfiniteList<Administrator, AdministratorCounts>;

// The first page begins with the invitations.
const list = listOf(listAdministrators, {}, ({ data, pagination }) => {
  const invitations = data.filter(({ state }) => state === 'invited').length;
  return toListPage(data, pagination, { administrators: pagination.total, invitations });
});

/** Administrators, newest first, after the invitations that wait. Sign-ins are in no event. */
export const useAdministratorList = (): AdministratorList => useInfiniteList({ ...list, staleTimeMs: 0 });

export const prefetchAdministrators: Prefetch = (client) => prefetchList(client, list);
