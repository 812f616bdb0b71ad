import { recentActionsChanged } from '@hai-dang/contract/moderation/recent-actions.events.ts';
import { casesChanged, reportChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { PanelSocket } from '../../lib/socket.ts';

/** Many events in a row cause one fetch. */
const REFRESH_PAUSE_MS = 500;

/** The socket handlers of recent actions: one's own in any window, and a colleague's, after which one cannot be undone. */
export function followRecentActions(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: ['recent-actions'] });
    }, REFRESH_PAUSE_MS);
  };
  const ends = [
    socket.on(recentActionsChanged, refreshSoon),
    socket.on(reportChanged, refreshSoon),
    socket.on(casesChanged, refreshSoon),
    socket.onConnected(refreshSoon),
  ];
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
