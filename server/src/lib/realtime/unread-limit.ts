import type { Socket } from 'engine.io';

/** What may wait for one client, beside what the system keeps for it. */
export const UNREAD_MAX_BYTES = 1024 * 1024;
/** What a packet takes besides its data. */
const PACKET_BYTES = 200;

/**
 * Disconnects a slow consumer before what waits for it fills the server's memory. The ping timeout (45 s) does not find a
 * client that sends pongs but reads nothing. It may reconnect, and then fetches what it has missed.
 * @param onClosed called after that
 */
export function limitUnread(connection: Socket, onClosed: () => void): void {
  const { socket } = connection.request;
  let waitingBytes = 0;
  connection.on('flush', () => {
    waitingBytes = 0;
  });
  connection.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
    // A text's length is near enough to its bytes; to count them would cost more than to send them.
    waitingBytes += data.length + PACKET_BYTES;
    if (socket.destroyed || waitingBytes + socket.writableLength <= UNREAD_MAX_BYTES) return;
    // Not by a closing frame, which would wait behind all that is not read.
    socket.destroy();
    onClosed();
  });
}
