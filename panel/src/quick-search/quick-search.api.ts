import { quickSearch } from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import type { QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { orNull } from '../lib/api-error.ts';

/** A few users, reports and texts by a term; null from a backend without the call. */
export async function fetchQuickSearch(term: string, signal: AbortSignal): Promise<QuickSearchResult | null> {
  const response = await orNull(callEndpoint(quickSearch, { body: { term }, signal }));
  return response?.data ?? null;
}
