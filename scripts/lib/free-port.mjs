import { once } from 'node:events';
import net from 'node:net';

/** @returns {Promise<number>} a free port of this machine */
export async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
