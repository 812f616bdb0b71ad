import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';

/** Query keys of internal notes and tags. */
export const notesKeys = {
  all: ['notes'] as const,
  ofSubject: ({ itemType, itemId }: SubjectRef) => ['notes', itemType, itemId] as const,
  colleagues: ['notes', 'colleagues'] as const,
};
