import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Handler = (
  request: IncomingMessage,
  body: string,
) => { status?: number; headers?: Record<string, string>; body: string };

const closers: Array<() => Promise<void>> = [];

/**
 * Listens on a free port until closeAll.
 * @returns its origin
 */
export async function serve(handler: Handler): Promise<string> {
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = handler(request, Buffer.concat(chunks).toString());
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      .end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Closes the servers of a test. */
export const closeAll = () => Promise.all(closers.splice(0).map((close) => close()));
