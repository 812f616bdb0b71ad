import type { Socket } from 'engine.io';

/** Maximum bytes buffered for one client, beside the kernel's buffers. */
export const BUFFERED_MAX_BYTES = 1024 * 1024;
/** Overhead of a packet. */
const PACKET_BYTES = 200;

/**
 * Disconnects a slow consumer before its buffered packets fill the server's memory. The ping timeout (45 s) does not find a
 * client that sends pongs but reads nothing. It may reconnect, and then fetches what it has missed.
 * @param onClosed called after that
 */
export function disconnectSlowConsumer(connection: Socket, onClosed: () => void): void {
  const { socket } = connection.request;
  let bufferedBytes = 0;
  connection.on('flush', () => {
    bufferedBytes = 0;
  });
  connection.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
    // A text's length is near enough to its bytes; to count them would cost more than to send them.
    bufferedBytes += data.length + PACKET_BYTES;
    if (socket.destroyed || bufferedBytes + socket.writableLength <= BUFFERED_MAX_BYTES) return;
    // A closing frame would wait behind the buffered packets.
    socket.destroy();
    onClosed();
  });
}
