import { notesChanged } from '@hai-dang/contract/moderation/notes.events.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';

/** Refetches without cancelling the fetch of older notes, which somebody waits for. */
function refetch(client: QueryClient, queryKey: QueryKey): void {
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** The socket handlers of internal notes and tags (app/realtime-bridge.tsx): refetch them if shown, else on next use. */
export function followNotes(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const ends = [
    socket.on(notesChanged, (subject) => refetch(client, ['notes', 'listNotes', 'pages', { params: subject }])),
    socket.onConnected(() => refetch(client, ['notes'])),
  ];
  return () => {
    for (const end of ends) end();
  };
}
