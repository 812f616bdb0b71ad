import type { AppealsFilter } from './appeals.filters.ts';

/** Query keys of appeals. */
export const appealsKeys = {
  all: ['appeals'] as const,
  lists: ['appeals', 'list'] as const,
  list: ({ state, assignee }: AppealsFilter) => [...appealsKeys.lists, state, assignee] as const,
  page: ({ state, assignee }: AppealsFilter, cursor: string | null) =>
    ['appeals', 'page', state, assignee, cursor] as const,
  details: ['appeals', 'detail'] as const,
  detail: (id: string) => [...appealsKeys.details, id] as const,
};
