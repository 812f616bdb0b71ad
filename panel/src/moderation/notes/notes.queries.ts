import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Prefetch } from '../../lib/query-client.ts';
import { fetchColleagues, fetchNotes } from './notes.api.ts';
import { notesKeys } from './notes.keys.ts';

const notesQuery = (subject: SubjectRef) =>
  infiniteQueryOptions({
    queryKey: notesKeys.ofSubject(subject),
    queryFn: ({ pageParam, signal }) => fetchNotes(subject, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The notes of a subject, newest first, a page at a time; the first page has its tags as they are now. */
export const useNotes = (subject: SubjectRef) => useInfiniteQuery(notesQuery(subject));

/** Prefetches the newest notes of the account that a screen is about. */
export const prefetchUserNotes: Prefetch = (client, { id }) =>
  client.prefetchInfiniteQuery(notesQuery({ itemType: 'User', itemId: id }));

/** Administrators who can be mentioned, once they are needed. */
export const useColleagues = (enabled: boolean) =>
  useQuery({ queryKey: notesKeys.colleagues, queryFn: ({ signal }) => fetchColleagues(signal), enabled });
