import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScenarioContext } from '../scenario.ts';

export interface Front {
  url: string;
  /** How many requests it has passed on so far. */
  passed(): number;
}

/** Answers some addresses itself. */
export type Page = (url: URL, response: ServerResponse) => unknown;

/**
 * A proxy on this machine before a server: it names a new client with every request, so that no limit on one client ends
 * a scanner's work, and has pages of its own.
 * @param newSession makes a token to send along in place of one that no longer opens anything; without it requests keep theirs
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
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      if (answer.statusCode === 401) {
        void newSession?.().then((another) => {
          token = another;
        });
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
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
