import { once } from 'node:events';
import net from 'node:net';
import type { S3Settings } from '../../lib/images/s3-image-store.ts';

/** A server that accepts connections and sends nothing, or only what a test sets. */
export async function startSilentServer(says = '') {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.once('data', () => socket.write(says));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'silent',
    accessKeyId: 'SILENT',
    secretAccessKey: 'SILENT',
    forcePathStyle: true,
  };
  return {
    settings,
    countOpen: () => open.size,
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
