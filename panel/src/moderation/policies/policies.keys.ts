import type { PolicyState } from './policies.filters.ts';

/** Query keys of the rules. */
export const policiesKeys = {
  all: ['policies'] as const,
  list: (state: PolicyState) => ['policies', 'list', state] as const,
  /** Those that can be chosen for a decision. */
  enabled: ['policies', 'enabled'] as const,
  letters: (policy: string | null) => ['policies', 'letters', policy] as const,
  page: (state: PolicyState) => ['policies', 'page', state] as const,
};
