import { messageConfirmed, messageError, messageSent } from '@hai-dang/contract/chat/chat.events.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { outbox } from './browser-outbox.ts';

/** The outbox's socket handlers: they send what waits. Several at a time do no harm: an entry is sent and settled once. */
export function followSending(socket: Pick<PanelSocket, 'on' | 'onConnected'>): () => void {
  const ends = [
    socket.on(messageSent, (message) => outbox.onSent(message.tempId, message)),
    socket.on(messageConfirmed, (outcome) => {
      if ('tempId' in outcome) outbox.onSent(outcome.tempId, undefined);
    }),
    socket.on(messageError, ({ tempId, error }) => outbox.onMessageError(tempId, error)),
    socket.onConnected(() => void outbox.flush()),
  ];
  void outbox.flush();
  return () => {
    for (const end of ends) end();
  };
}
