import { conversationViewers } from '@hai-dang/contract/chat/chat.events.ts';
import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { NO_VIEWER_NEWS, nextViewerNews } from './viewer-announcements.ts';
import { startViewing } from './viewing.ts';

/** Somebody whose panel is just loading again has not gone and come. */
const NEWS_SETTLES_AFTER_MS = 1_500;

/** Which other administrators view a conversation, and that this one does; a legacy backend publishes no viewers. */
export function useViewers(userId: string): readonly ConversationViewer[] {
  const adminId = useSession()?.adminId;
  const [viewers, setViewers] = useState<readonly ConversationViewer[]>([]);
  useEffect(() => {
    const ends = [
      panelSocket.on(conversationViewers, (event) => {
        if (event.userId === userId) setViewers(event.viewers);
      }),
      panelSocket.state.subscribe(() => {
        // Nobody knows who is there now.
        if (panelSocket.state.get() !== 'connected') setViewers([]);
      }),
      startViewing(panelSocket, userId),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [userId]);
  return useMemo(() => viewers.filter(({ _id }) => _id !== adminId), [viewers, adminId]);
}

/** What is to be read out of who comes and who types. */
export function useViewerNews(viewers: readonly ConversationViewer[]): string {
  const settled = useDebouncedValue(viewers, NEWS_SETTLES_AFTER_MS);
  const [news, setNews] = useState(NO_VIEWER_NEWS);
  useEffect(() => setNews((before) => nextViewerNews(before, settled)), [settled]);
  return news.text;
}
