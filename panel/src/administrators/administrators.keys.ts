/** Query keys of the administrators. */
export const administratorsKeys = {
  all: ['administrators'] as const,
  list: ['administrators', 'list'] as const,
  page: (cursor: string | null) => ['administrators', 'page', cursor] as const,
};
