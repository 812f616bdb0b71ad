import type { Socket } from 'engine.io';

/**
 * Lets what is sent to a socket in one go leave in one write: a write costs more than all else that is done for a
 * message, and most messages mean two events for each who is told, or an event and an acknowledgement. What is sent
 * goes out before anything else is read, so nobody waits for it.
 */
export function joinWrites(connection: Socket): void {
  const { socket } = connection.request;
  connection.on('packetCreate', () => {
    const { transport } = connection;
    // Not writable: what was sent before is on its way, and this follows it.
    if (!transport.writable) return;
    transport.writable = false;
    process.nextTick(() => {
      socket.cork();
      transport.writable = true;
      transport.emit('ready');
      socket.uncork();
    });
  });
}
