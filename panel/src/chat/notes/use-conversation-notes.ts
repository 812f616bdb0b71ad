import { NOTES_MAX_LIMIT } from '@hai-dang/contract/constants.ts';
import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { notesChanged } from '@hai-dang/contract/moderation/notes.events.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf, toData } from '../../lib/endpoint-query.ts';
import { panelSocket } from '../../lib/socket.ts';

const newestNotes = (userId: string) =>
  queryOf(listNotes, { params: { itemType: 'User', itemId: userId }, body: { limit: NOTES_MAX_LIMIT } });

const NO_NOTES: readonly InternalNote[] = [];

/**
 * The newest internal notes about a user, which the conversation shows among the messages; older ones are in the list of notes.
 * @param hasNotes whether the backend has notes
 */
export function useConversationNotes(userId: string, hasNotes: boolean): readonly InternalNote[] {
  const client = useQueryClient();
  const { data } = useQuery({ ...newestNotes(userId), select: toData, enabled: hasNotes });
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: newestNotes(userId).queryKey });
    const ends = [
      panelSocket.on(notesChanged, ({ itemType, itemId }) => {
        if (itemType === 'User' && itemId === userId) refetch();
      }),
      panelSocket.onConnected(refetch),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, userId]);
  return data ?? NO_NOTES;
}
