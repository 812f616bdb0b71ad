import type { AppealState } from './appeals.filters.ts';

/** Query keys of objections. */
export const appealsKeys = {
  all: ['appeals'] as const,
  list: (state: AppealState) => ['appeals', 'list', state] as const,
  page: (state: AppealState, cursor: string | null) => ['appeals', 'page', state, cursor] as const,
  detail: (id: string) => ['appeals', 'detail', id] as const,
};
