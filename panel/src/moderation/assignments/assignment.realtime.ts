import {
  adminFollowSubjects,
  subjectAssigned,
  subjectViewers,
} from '@hai-dang/contract/moderation/assignments.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';
import { showAssignee } from './assignment.cache.ts';
import { viewedKey, viewersBySubject } from './subject-viewers.ts';

const FOLLOW_TIMEOUT_MS = 10_000;

/** The socket handlers of who handles and who looks at what (app/realtime-bridge.tsx). */
export function followAssignments(
  socket: Pick<PanelSocket, 'on' | 'onConnected' | 'ask' | 'state'>,
  client: QueryClient,
): () => void {
  async function follow(): Promise<void> {
    const { subjects } = await socket.ask(adminFollowSubjects, {}, FOLLOW_TIMEOUT_MS);
    viewersBySubject.set(new Map(subjects.map((subject) => [viewedKey(subject), subject.viewers])));
  }
  // A legacy backend does not know the event, and after a lost connection the next one follows again.
  const followAgain = () => void follow().catch(() => undefined);
  const ends = [
    socket.on(subjectAssigned, ({ assignee, ...subject }) => showAssignee(client, subject, assignee)),
    socket.on(subjectViewers, ({ viewers, ...subject }) => {
      const all = new Map(viewersBySubject.get());
      if (viewers.length === 0) all.delete(viewedKey(subject));
      else all.set(viewedKey(subject), viewers);
      viewersBySubject.set(all);
    }),
    socket.state.subscribe(() => {
      // The viewers are unknown while disconnected.
      if (socket.state.get() !== 'connected') viewersBySubject.set(new Map());
    }),
    socket.onConnected(followAgain),
  ];
  // The code of this may have come after the connection.
  if (socket.state.get() === 'connected') followAgain();
  return () => {
    for (const end of ends) end();
  };
}
