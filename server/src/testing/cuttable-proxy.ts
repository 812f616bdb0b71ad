import { once } from 'node:events';
import net from 'node:net';

/** A TCP proxy to a database or another server, which a test can cut and restore like a network. */
export interface CuttableProxy {
  /** The server's URL through the proxy. */
  url: string;
  /** Closes all connections and rejects new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Buffers all bytes to the server: it accepts connections, and does not respond. */
  freeze(): void;
  /** Delivers the buffered bytes. */
  thaw(): void;
  close(): Promise<void>;
}

/** @param serverUrl of a server on a TCP port, or on a socket folder named by its `host` parameter */
export async function startCuttableProxy(serverUrl: string): Promise<CuttableProxy> {
  const target = new URL(serverUrl);
  const folder = target.searchParams.get('host');
  const port = Number(target.port || 5432);
  const open = new Set<net.Socket>();
  const clients = new Set<net.Socket>();
  let isFrozen = false;
  const server = net.createServer((client) => {
    const upstream = folder ? net.connect(`${folder}/.s.PGSQL.${port}`) : net.connect(port, target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => undefined);
    }
    clients.add(client);
    client.pipe(upstream).pipe(client);
    if (isFrozen) client.pause();
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  const listen = async (on: number) => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port: ownPort } = server.address() as net.AddressInfo;
  const url = new URL(serverUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${ownPort}`;
  return {
    url: url.href,
    cut,
    mend: () => listen(ownPort),
    freeze: () => {
      isFrozen = true;
      for (const client of clients) client.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const client of clients) client.resume();
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
