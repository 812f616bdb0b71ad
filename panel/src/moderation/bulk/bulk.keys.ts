import type { PreviewBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';

/** Query keys of actions on many subjects. */
export const bulkKeys = {
  list: ['bulk', 'list'] as const,
  detail: (id: string) => ['bulk', 'detail', id] as const,
  preview: (body: PreviewBulkBody | undefined) => ['bulk', 'preview', body] as const,
};
