import { messageConfirmed, messageError, messageSent } from '@hai-dang/contract/chat/chat.events.ts';
import { session } from '../../lib/session.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { drafts } from '../composer/drafts.ts';
import { outbox } from './browser-outbox.ts';

/** The outbox's socket handlers (app/realtime-bridge.tsx): pending entries are sent on every screen. */
export function followOutbox(socket: Pick<PanelSocket, 'on' | 'onConnected'>): () => void {
  const ends = [
    socket.on(messageSent, (message) => outbox.onSent(message.tempId, message)),
    socket.on(messageConfirmed, (outcome) => {
      if ('tempId' in outcome) outbox.onSent(outcome.tempId, undefined);
    }),
    socket.on(messageError, ({ tempId, error }) => outbox.onMessageError(tempId, error)),
    socket.onConnected(() => void outbox.flush()),
    // Drafts are deleted at a sign-out; pending entries are sent after the next sign-in of the same administrator.
    session.subscribe(() => {
      if (session.ending()?.kind === 'signed-out') drafts.clear();
    }),
  ];
  void outbox.flush();
  return () => {
    for (const end of ends) end();
  };
}
