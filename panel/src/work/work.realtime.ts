import { conversationStateChanged } from '@hai-dang/contract/chat/conversations.events.ts';
import { appealsChanged } from '@hai-dang/contract/moderation/appeals.events.ts';
import { subjectAssigned } from '@hai-dang/contract/moderation/assignments.events.ts';
import {
  casesChanged,
  reportAdded,
  reportChanged,
  reportRemoved,
} from '@hai-dang/contract/moderation/reports.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../lib/socket.ts';

/** Many events in a row cause one fetch. */
const REFRESH_PAUSE_MS = 1_000;

/** The socket handlers of what waits (app/realtime-bridge.tsx): it is counted again after everything that changes it. */
export function followWork(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ['work'] });
    }, REFRESH_PAUSE_MS);
  };
  const ends = [
    socket.on(reportAdded, refreshSoon),
    socket.on(reportChanged, refreshSoon),
    socket.on(reportRemoved, refreshSoon),
    socket.on(casesChanged, refreshSoon),
    socket.on(appealsChanged, refreshSoon),
    socket.on(subjectAssigned, refreshSoon),
    socket.on(conversationStateChanged, refreshSoon),
    socket.onConnected(refreshSoon),
  ];
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
