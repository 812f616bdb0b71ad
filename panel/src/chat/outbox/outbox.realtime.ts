import { messageConfirmed, messageError, messageSent } from '@hai-dang/contract/chat/chat.events.ts';
import { session } from '../../lib/session.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { drafts } from '../composer/drafts.ts';
import { outbox } from './browser-outbox.ts';

/** The outbox's share of the socket (app/realtime-bridge.tsx): on whichever screen, what waits is sent. */
export function followOutbox(socket: Pick<PanelSocket, 'on' | 'onConnected'>): () => void {
  const ends = [
    socket.on(messageSent, (message) => outbox.onSent(message.tempId, message)),
    socket.on(messageConfirmed, (outcome) => {
      if ('tempId' in outcome) outbox.onSent(outcome.tempId, undefined);
    }),
    socket.on(messageError, ({ tempId, error }) => outbox.onMessageError(tempId, error)),
    socket.onConnected(() => void outbox.flush()),
    // What was only begun goes with the person; what was sent goes out when they are back.
    session.subscribe(() => {
      if (session.ending()?.kind === 'signed-out') drafts.clear();
    }),
  ];
  void outbox.flush();
  return () => {
    for (const end of ends) end();
  };
}
