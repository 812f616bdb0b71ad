import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { toListPage, wholeList } from '../../lib/infinite-pages.ts';
import type { Prefetch } from '../../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../../lib/use-infinite-list.ts';
import { fetchPolicies } from './policies.api.ts';
import { matchesState, type PolicyQuery, policiesUrl } from './policies.filters.ts';
import { policiesKeys } from './policies.keys.ts';

export type PolicyList = InfiniteList<Policy>;

const listOf = ({ state }: PolicyQuery): InfiniteListOptions<Policy, unknown> => ({
  listKey: state,
  queryKey: policiesKeys.list(state),
  pageKey: () => policiesKeys.page(state),
  // There are a hundred at most: the whole list is one page.
  async fetchPage(_cursor, signal) {
    const rows = (await fetchPolicies(signal)).filter((policy) => matchesState(state, policy));
    return toListPage(rows, wholeList(rows.length));
  },
});

/** The rules under a filter, the most severe first. */
export const usePolicyList = (query: PolicyQuery): PolicyList => useInfiniteList(listOf(query));

export const prefetchPolicyList: Prefetch = (client, { params }) =>
  prefetchList(client, listOf(policiesUrl.parse(params)));
