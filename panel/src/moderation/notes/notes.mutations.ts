import {
  createNote,
  createTag,
  listNotes,
  removeNote,
  restoreNote,
} from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { CreateNoteBody, InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { createClientKeys } from '../../lib/client-key.ts';
import { pagesKeyOf } from '../../lib/endpoint-query.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { useInvalidate } from '../../lib/use-invalidate.ts';
import { toast } from '../../ui/toast.ts';
import { notesStrings as strings } from './notes.strings.ts';

const notesKey = (subject: SubjectRef) => pagesKeyOf(listNotes, { params: subject });

/** Writes a note, once for each body; what it resolves to is shown by then. */
export function useCreateNote(subject: SubjectRef) {
  const refetch = useInvalidate(notesKey(subject));
  const [keys] = useState(createClientKeys);
  return useMutation({
    mutationFn: (body: CreateNoteBody) =>
      callEndpoint(createNote, { params: subject, body: { ...body, clientKey: keys.of(body) } }),
    onSuccess() {
      keys.renew();
      return refetch();
    },
  });
}

export function useCreateTag(subject: SubjectRef) {
  const refetch = useInvalidate(notesKey(subject));
  return useEndpointMutation(createTag, { onSuccess: refetch });
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function restore(client: QueryClient, subject: SubjectRef, id: string): Promise<void> {
  try {
    await callEndpoint(restoreNote, { params: { id } });
    toast.success(strings.restored);
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.restoreFailed));
  }
  await client.invalidateQueries({ queryKey: notesKey(subject) });
}

interface Removing {
  readonly note: InternalNote;
  /** Shows the toast that offers to undo it. Default: true. */
  readonly isUndoable?: boolean;
}

/** Takes back a note of one's own, or a tag; a toast offers to show it again. */
export function useRemoveNote(subject: SubjectRef) {
  const client = useQueryClient();
  const refetch = useInvalidate(notesKey(subject));
  return useMutation({
    mutationFn: ({ note }: Removing) => callEndpoint(removeNote, { params: { id: note._id } }),
    onSuccess(_, { note: { _id, kind, note }, isUndoable = true }) {
      if (!isUndoable) return;
      toast.success(kind === 'tagged' ? strings.tagRemoved(note) : strings.takenBack, {
        action: { label: sharedStrings.undo, onClick: () => void restore(client, subject, _id) },
      });
    },
    onError(error, { note: { kind } }) {
      if (isUnauthorized(error)) return;
      toast.error(errorMessage(error, kind === 'tagged' ? strings.removeTagFailed : strings.takeBackFailed));
    },
    // After a failure too: somebody else may have removed it.
    onSettled: refetch,
  });
}
