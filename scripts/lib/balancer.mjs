import http from 'node:http';
import net from 'node:net';

const HEALTH_PATH = '/health/ready';
const HEALTH_INTERVAL_MS = 500;
/** The server itself responds within 0.8 s, also when its database hangs. */
const HEALTH_TIMEOUT_MS = 1_000;
/** Hop-by-hop headers, and those that only the balancer may set. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'x-forwarded-for',
  'x-forwarded-proto',
]);
/** Requests without side effects and body, which may be retried at a second server. */
const REPEATABLE = new Set(['GET', 'HEAD']);

/**
 * A small balancer for development and tests: each request and each socket is proxied to the next ready server. A
 * request that no server has started is retried at another one, so that a killed server causes no client error.
 * @param {readonly number[]} ports the servers' ports on this machine
 */
export function createBalancer(ports) {
  const nodes = ports.map((port) => ({ port, isReady: false }));
  const agent = new http.Agent({ keepAlive: true });
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
    const isRepeatable = REPEATABLE.has(request.method) && !hasBody(request);
    const headers = passedOn(request.rawHeaders);
    headers.push('X-Forwarded-For', request.socket.remoteAddress ?? '', 'X-Forwarded-Proto', 'http');
    if (hasBody(request) && request.headers['content-length'] === undefined)
      headers.push('Transfer-Encoding', 'chunked');
    const { method, url: path } = request;
    // A kept-alive connection may be closed by its server in the moment it is used; the outcome of a mutating request
    // would be unknown.
    const options = { host: '127.0.0.1', port: node.port, method, path, headers, agent: isRepeatable ? agent : false };
    const onward = http.request(options);
    let hasBegun = false;
    onward.once('socket', (socket) => {
      const begin = () => {
        hasBegun = true;
        request.pipe(onward);
      };
      if (socket.connecting) socket.once('connect', begin);
      else begin();
    });
    onward.once('response', (incoming) => {
      response.writeHead(incoming.statusCode, incoming.statusMessage, passedOn(incoming.rawHeaders));
      incoming.pipe(response);
      incoming.once('error', () => response.destroy());
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

  function forwardUpgrade(request, socket, head, tried = new Set()) {
    socket.on('error', () => socket.destroy());
    const node = next(tried);
    if (!node) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    tried.add(node);
    const onward = net.connect(node.port, '127.0.0.1');
    let hasBegun = false;
    onward.once('connect', () => {
      hasBegun = true;
      const headers = [
        ...pairs(passedOn(request.rawHeaders)),
        ['Connection', 'Upgrade'],
        ['X-Forwarded-For', socket.remoteAddress ?? ''],
        ['X-Forwarded-Proto', 'http'],
      ];
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
      onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => {
      if (hasBegun) return;
      node.isReady = false;
      forwardUpgrade(request, socket, head, tried);
    });
    onward.once('close', () => hasBegun && socket.destroy());
    socket.once('close', () => onward.destroy());
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
      agent.destroy();
      server.close();
      server.closeIdleConnections();
    },
  };
}

const hasBody = ({ headers }) => 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;

/** @param {readonly string[]} raw names and values, alternating */
function pairs(raw) {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : []));
}

function passedOn(raw) {
  return pairs(raw)
    .filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()))
    .flat();
}

async function isReady(port) {
  try {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
    const health = await fetch(`http://127.0.0.1:${port}${HEALTH_PATH}`, { signal });
    await health.arrayBuffer();
    return health.ok;
  } catch {
    return false;
  }
}
