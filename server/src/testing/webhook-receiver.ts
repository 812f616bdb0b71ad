import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  headers: Record<string, string>;
  body: string;
}

/** A real HTTP server on a free port, which keeps what it gets. */
export async function openWebhookReceiver() {
  const received: ReceivedCall[] = [];
  const behaviour = {
    status: 204,
    /** Ends the connection instead of responding. */
    hangsUp: false,
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (behaviour.hangsUp) return request.socket.destroy();
    received.push({
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: Buffer.concat(chunks).toString(),
    });
    return response.writeHead(behaviour.status).end();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    behaviour,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>;
