import { adminJoinChat, adminLeaveChat, conversationViewers } from '@hai-dang/contract/chat/chat.events.ts';
import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { startViewing } from '../../lib/viewing.ts';
import { NO_ANNOUNCEMENT, nextAnnouncement } from './viewer-announcements.ts';

/** Reloading the panel must not announce a leave and a join. */
const ANNOUNCEMENT_DELAY_MS = 1_500;

/**
 * The other administrators who view a conversation; also publishes that this one does. A legacy backend publishes no
 * viewers.
 */
export function useViewers(userId: string): readonly ConversationViewer[] {
  const adminId = useSession()?.adminId;
  const [viewers, setViewers] = useState<readonly ConversationViewer[]>([]);
  useEffect(() => {
    const ends = [
      panelSocket.on(conversationViewers, (event) => {
        if (event.userId === userId) setViewers(event.viewers);
      }),
      panelSocket.state.subscribe(() => {
        // The viewers are unknown while disconnected.
        if (panelSocket.state.get() !== 'connected') setViewers([]);
      }),
      startViewing(panelSocket, {
        join: () => panelSocket.send(adminJoinChat, userId),
        leave: () => panelSocket.send(adminLeaveChat, userId),
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [userId]);
  return useMemo(() => viewers.filter(({ _id }) => _id !== adminId), [viewers, adminId]);
}

/** The screen reader announcement about viewers. */
export function useViewerAnnouncement(viewers: readonly ConversationViewer[]): string {
  const settled = useDebouncedValue(viewers, ANNOUNCEMENT_DELAY_MS);
  const [announcement, setAnnouncement] = useState(NO_ANNOUNCEMENT);
  useEffect(() => setAnnouncement((before) => nextAnnouncement(before, settled)), [settled]);
  return announcement.text;
}
