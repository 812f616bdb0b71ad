/** Query keys of an administrator's own recent actions. */
export const recentActionsKeys = {
  all: ['recent-actions'] as const,
  list: ['recent-actions', 'list'] as const,
  today: ['recent-actions', 'today'] as const,
};
