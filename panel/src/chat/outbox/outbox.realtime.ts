import { session } from '../../lib/session.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { untilLoaded } from '../../lib/until-loaded.ts';
import { hasStoredEntries, OUTBOX_CHANNEL } from './outbox-database.ts';

/**
 * The outbox's socket handlers (app/realtime-bridge.tsx): pending entries are sent on every screen. The code that sends is
 * loaded once there are some: from an earlier visit, from another tab, or from the chat in this one.
 */
export function followOutbox(socket: Pick<PanelSocket, 'on' | 'onConnected'>): () => void {
  let endSending: (() => void) | undefined;
  let isLoading = false;
  let isOver = false;

  async function startSending(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    const { followSending } = await untilLoaded(() => import('./outbox-sending.realtime.ts'));
    if (!isOver) endSending = followSending(socket);
  }
  async function startIfStored(): Promise<void> {
    const adminId = session.get()?.adminId;
    if (adminId !== undefined && (await hasStoredEntries(adminId))) await startSending();
  }

  // The outbox of this tab posts on a channel of its own, so that this one receives it as well.
  const channel = new BroadcastChannel(OUTBOX_CHANNEL);
  channel.onmessage = () => void startSending();
  const endConnected = socket.onConnected(() => void startIfStored());
  void startIfStored();
  return () => {
    isOver = true;
    channel.close();
    endConnected();
    endSending?.();
  };
}
