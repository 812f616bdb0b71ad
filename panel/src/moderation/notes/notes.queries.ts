import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesOf } from '../../lib/endpoint-query.ts';
import type { Prefetch } from '../../lib/query-client.ts';

const notesQuery = (subject: SubjectRef) => pagesOf(listNotes, { params: subject });

/** The notes of a subject, newest first, a page at a time; the first page has its tags as they are now. */
export const useNotes = (subject: SubjectRef) => useInfiniteQuery(notesQuery(subject));

/** Prefetches the newest notes of the account that a screen is about. */
export const prefetchUserNotes: Prefetch = (client, { id }) =>
  client.prefetchInfiniteQuery(notesQuery({ itemType: 'User', itemId: id }));
