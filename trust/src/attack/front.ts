import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScenarioContext } from '../scenario.ts';

export interface Front {
  url: string;
  /** Number of requests passed on so far. */
  passed(): number;
}

/** Responds itself for some paths. */
export type Page = (url: URL, response: ServerResponse) => unknown;

/**
 * A local proxy before a server: it gives every request a new client IP, so that no limit per client ends a scanner's
 * work, and serves pages of its own.
 * @param newSession creates a token to send in place of an ended one; without it requests keep theirs
 */
export async function openFront(
  context: ScenarioContext,
  targetUrl: string,
  pages: Readonly<Record<string, Page>>,
  newSession?: () => Promise<string>,
): Promise<Front> {
  const { hostname, port } = new URL(targetUrl);
  let clients = 0;
  let token = await newSession?.();
  const server = createServer((incoming, response) => {
    const { pathname } = URL.parse(incoming.url ?? '/', 'http://front') ?? new URL('http://front/');
    const page = pages[pathname];
    if (page) {
      void page(new URL(incoming.url ?? '/', 'http://front'), response);
      return;
    }
    clients += 1;
    const client = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
    const session = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { ...incoming.headers, ...session, 'x-forwarded-for': client };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (upstream) => {
      if (upstream.statusCode === 401) {
        void newSession?.().then((another) => {
          token = another;
        });
      }
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed: () => clients };
}
