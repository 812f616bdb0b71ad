import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import type { Prefetch } from '../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../lib/use-infinite-list.ts';
import { type AdministratorCounts, fetchAdministrators } from './administrators.api.ts';
import { administratorsKeys } from './administrators.keys.ts';

export type AdministratorList = InfiniteList<Administrator, AdministratorCounts>;

const list: InfiniteListOptions<Administrator, AdministratorCounts> = {
  listKey: '',
  queryKey: administratorsKeys.list,
  pageKey: administratorsKeys.page,
  fetchPage: fetchAdministrators,
  // Sign-ins are in no event.
  staleTimeMs: 0,
};

/** Administrators, newest first, after the invitations that wait. */
export const useAdministratorList = (): AdministratorList => useInfiniteList(list);

export const prefetchAdministrators: Prefetch = (client) => prefetchList(client, list);
