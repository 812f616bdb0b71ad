import {
  createNote as createNoteEndpoint,
  createTag as createTagEndpoint,
  listNotes,
  removeNote as removeNoteEndpoint,
  restoreNote as restoreNoteEndpoint,
} from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { CreateNoteBody, CreateTagBody, InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { listUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import type { Colleague } from './mentions.ts';

/** The menu of colleagues has no more. */
const COLLEAGUES_MAX = 100;

/** A page of notes, newest first, and all tags of the subject. */
export interface NotesPage {
  readonly notes: readonly InternalNote[];
  readonly tags: readonly InternalNote[];
  readonly nextCursor: string | null;
}

/** @throws ApiError */
export async function fetchNotes(params: SubjectRef, cursor: string | null, signal: AbortSignal): Promise<NotesPage> {
  const { data, tags, pagination } = await callEndpoint(listNotes, { params, body: { cursor }, signal });
  return { notes: data, tags, nextCursor: pagination.nextCursor };
}

/** @throws ApiError */
export const createNote = async (params: SubjectRef, body: CreateNoteBody): Promise<InternalNote> =>
  (await callEndpoint(createNoteEndpoint, { params, body })).data;

/** @throws ApiError */
export const createTag = async (params: SubjectRef, body: CreateTagBody): Promise<InternalNote> =>
  (await callEndpoint(createTagEndpoint, { params, body })).data;

/** @throws ApiError */
export const removeNote = (id: string) => callEndpoint(removeNoteEndpoint, { params: { id }, body: {} });

/** @throws ApiError */
export const restoreNote = (id: string) => callEndpoint(restoreNoteEndpoint, { params: { id }, body: {} });

/**
 * Administrators who can work.
 * @throws ApiError
 */
export async function fetchColleagues(signal: AbortSignal): Promise<Colleague[]> {
  const filters = { role: 'admin', vohieuhoa: 'false' } as const;
  const { data } = await callEndpoint(listUsers, { body: { filters, limit: COLLEAGUES_MAX }, signal });
  return data.flatMap(({ _id, username }) => (username ? { _id, username } : []));
}
