import type { PolicyState } from './policies.filters.ts';

/** Query keys of the rules. */
export const policiesKeys = {
  all: ['policies'] as const,
  list: (state: PolicyState) => ['policies', 'list', state] as const,
  page: (state: PolicyState) => ['policies', 'page', state] as const,
};
