import type { Socket } from 'engine.io';

/**
 * Lets what is sent to a socket within one turn of the event loop leave in one write: a write costs more than all else
 * that is done for a message, most messages mean two events for each who is told, or an event and an acknowledgement,
 * and an administrator is told of all messages that the database has stored meanwhile. The turn ends as soon as what
 * has come in is worked off, so nobody waits for it.
 */
export function joinWrites(connection: Socket): void {
  const { socket } = connection.request;
  connection.on('packetCreate', () => {
    const { transport } = connection;
    // Not writable: what was sent before is on its way, and this follows it.
    if (!transport.writable) return;
    transport.writable = false;
    setImmediate(() => {
      socket.cork();
      transport.writable = true;
      transport.emit('ready');
      socket.uncork();
    });
  });
}
