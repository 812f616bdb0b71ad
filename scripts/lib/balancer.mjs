import http from 'node:http';
import { pipeline } from 'node:stream';
import { isReady } from './server-process.mjs';

const HEALTH_INTERVAL_MS = 500;
/** Requests without side effects and body, which may be retried at a second server. */
const REPEATABLE = ['GET', 'HEAD'];

/**
 * A small balancer for development and tests: each request and each socket is proxied to the next ready server. A
 * request that no server has started is retried at another one, so that a killed server causes no client error.
 * @param {readonly number[]} ports the servers' ports on this machine
 */
export function createBalancer(ports) {
  const nodes = ports.map((port) => ({ port, isReady: false }));
  let last = 0;

  /** The next ready server among those not tried yet. */
  function next(tried) {
    for (let step = 1; step <= nodes.length; step += 1) {
      const index = (last + step) % nodes.length;
      const node = nodes[index];
      if (!node.isReady || tried.has(node)) continue;
      last = index;
      return node;
    }
    return undefined;
  }

  function forward(request, response, tried = new Set()) {
    const node = next(tried);
    if (!node) {
      response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('no server is ready\n');
      return;
    }
    tried.add(node);
    const { method, url: path, headers, socket } = request;
    const isRepeatable = REPEATABLE.includes(method) && !hasBody(headers);
    const onward = http.request({
      host: '127.0.0.1',
      port: node.port,
      method,
      path,
      headers: {
        ...withoutHopByHop(headers),
        ...(headers.upgrade && { connection: 'upgrade' }),
        ...(hasBody(headers) && !('content-length' in headers) && { 'transfer-encoding': 'chunked' }),
        'x-forwarded-for': socket.remoteAddress ?? '',
        'x-forwarded-proto': 'http',
      },
      // A kept-alive connection may be closed by its server in the moment it is used.
      agent: false,
    });
    let hasBegun = false;
    onward.once('socket', (connection) =>
      connection.once('connect', () => {
        hasBegun = true;
        request.pipe(onward);
      }),
    );
    onward.once('response', (incoming) => {
      response.writeHead(incoming.statusCode, incoming.statusMessage, withoutHopByHop(incoming.headers));
      pipeline(incoming, response, () => undefined);
    });
    onward.once('upgrade', ({ rawHeaders }, connection, head) => {
      response.detachSocket(socket);
      const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      socket.write(head);
      connection.on('error', () => connection.destroy());
      connection.once('close', () => socket.destroy());
      socket.once('close', () => connection.destroy());
      connection.pipe(socket).pipe(connection);
    });
    onward.once('error', () => {
      request.unpipe(onward);
      if (response.destroyed) return;
      if (!hasBegun) node.isReady = false;
      if (response.headersSent) response.destroy();
      else if (!hasBegun || isRepeatable) forward(request, response, tried);
      else response.writeHead(502, { connection: 'close', 'content-type': 'text/plain' }).end('the server is gone\n');
    });
    response.once('close', () => onward.destroy());
  }

  function forwardUpgrade(request, socket, head) {
    socket.unshift(head);
    const response = new http.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    socket.on('error', () => socket.destroy());
    forward(request, response);
  }

  async function look() {
    await Promise.all(
      nodes.map(async (node) => {
        node.isReady = await isReady(node.port);
      }),
    );
  }

  const server = http.createServer(forward);
  server.on('upgrade', forwardUpgrade);
  const timer = setInterval(look, HEALTH_INTERVAL_MS);
  timer.unref();

  return {
    server,
    /** Checks at once which servers are ready. @returns {Promise<number>} how many */
    async countReady() {
      await look();
      return nodes.filter((node) => node.isReady).length;
    },
    close() {
      clearInterval(timer);
      server.close();
      server.closeIdleConnections();
    },
  };
}

const hasBody = (headers) => 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/** Hop-by-hop headers are each connection's own. */
const withoutHopByHop = ({
  connection: _,
  'keep-alive': __,
  'proxy-connection': ___,
  'transfer-encoding': ____,
  ...headers
}) => headers;
