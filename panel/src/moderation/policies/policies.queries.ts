import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { listOf } from '../../lib/endpoint-query.ts';
import { toListPage, wholeList } from '../../lib/infinite-pages.ts';
import type { Prefetch } from '../../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../../lib/use-infinite-list.ts';
import { matchesState, type PolicyQuery, policiesUrl } from './policies.filters.ts';

export type PolicyList = InfiniteList<Policy>;

function policiesOf({ state }: PolicyQuery): InfiniteListOptions<Policy, unknown> {
  // There are a hundred at most: the whole list is one page.
  const list = listOf(listPolicies, {}, ({ data }) => {
    const rows = data.filter((policy) => matchesState(state, policy));
    return toListPage(rows, wholeList(rows.length));
  });
  return {
    ...list,
    queryKey: [...list.queryKey, state],
    pageKey: (cursor) => [...list.pageKey(cursor), state],
  };
}

/** The rules under a filter, the most severe first. */
export const usePolicyList = (query: PolicyQuery): PolicyList => useInfiniteList(policiesOf(query));

export const prefetchPolicyList: Prefetch = (client, { params }) =>
  prefetchList(client, policiesOf(policiesUrl.parse(params)));
