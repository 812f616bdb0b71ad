import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import { Connection, type ConnectionHost, Rejection } from './connection.ts';
import { isAllowed, OWNER } from './rules.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { keysOf, read, type Tree, write } from './tree.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;
const SIGN_IN = /^\/identitytoolkit\.googleapis\.com\/v1\/(accounts:\w+)\?/;
const NAMESPACE = 'hai-dang-test';

/**
 * A local Firebase for tests, as far as the SDKs use it for notifications: the realtime database's protocol and the
 * sign-in with custom tokens. It rejects every unsupported request, so that no test passes because of a missing
 * feature.
 */
export interface FirebaseServer {
  /** The database URL for the SDKs. */
  readonly databaseUrl: string;
  /** Host and port of the sign-in service. */
  readonly authHost: string;
  /** The value at a path. */
  at(path: string): Tree;
  /** Changes the value at a path, like another server of the project. */
  set(path: string, value: Tree): void;
  /** Number of connected clients. */
  clients(): number;
  /** All writes so far, with author and path. */
  readonly writes: ReadonlyArray<{ readonly caller: string | null; readonly paths: readonly string[] }>;
  /** Denies or allows reads by everyone but the owner; listeners are cancelled. */
  deny(isDenied: boolean): void;
  /** Stops listening, like a network failure; the data stays. */
  stop(): Promise<void>;
  /** Listens at the same port again. */
  start(): Promise<void>;
}

/** @param publicKey of the service account, to verify its signatures; without one unsigned tokens are accepted */
export async function startFirebaseServer({ publicKey }: { publicKey?: KeyObject } = {}): Promise<FirebaseServer> {
  const connections = new Set<Connection>();
  const writes: Array<{ caller: string | null; paths: string[] }> = [];
  const signIn = createSignIn(publicKey);
  let contents: Tree = null;
  let isDenied = false;
  let server: Server | undefined;
  let port = 0;

  function withChanges(changes: ReadonlyMap<string, Tree>): Tree {
    let changed = contents;
    for (const [path, value] of changes) changed = write(changed, keysOf(path), value);
    return changed;
  }

  function apply(changes: ReadonlyMap<string, Tree>): void {
    contents = withChanges(changes);
    for (const connection of connections) for (const path of changes.keys()) connection.notifyOf(path);
  }

  const host: ConnectionHost = {
    contents: () => contents,
    // The service account name that emulators use.
    callerOf: (credential) => (credential === OWNER ? OWNER : signIn.uidOf(credential)),
    mayRead: (caller, keys) =>
      isAllowed({ kind: '.read', caller, keys, before: contents, after: contents }) && (caller === OWNER || !isDenied),
    change(caller, changes) {
      const after = withChanges(changes);
      for (const path of changes.keys()) {
        const isWritable = isAllowed({ kind: '.write', caller, keys: keysOf(path), before: contents, after });
        if (!isWritable) throw new Rejection('permission_denied');
      }
      writes.push({ caller, paths: [...changes.keys()] });
      apply(changes);
    },
  };

  async function start(): Promise<void> {
    const started = createServer((request, response) => void handleRequest(signIn, request, response));
    const sockets = new WebSocketServer({ server: started, path: '/.ws', maxPayload: MAX_MESSAGE_BYTES });
    sockets.on('connection', (socket) => {
      const connection = new Connection(host, socket, `127.0.0.1:${port}`);
      connections.add(connection);
      socket.on('close', () => connections.delete(connection));
    });
    started.listen(port, '127.0.0.1');
    await once(started, 'listening');
    ({ port } = started.address() as AddressInfo);
    server = started;
  }

  async function stop(): Promise<void> {
    const stopped = server;
    if (!stopped) return;
    server = undefined;
    for (const connection of connections) connection.end();
    stopped.closeAllConnections();
    stopped.close();
    await once(stopped, 'close');
  }

  await start();
  return {
    databaseUrl: `http://127.0.0.1:${port}?ns=${NAMESPACE}`,
    authHost: `127.0.0.1:${port}`,
    at: (path) => read(contents, keysOf(path)),
    set: (path, value) => apply(new Map([[path, value]])),
    clients: () => connections.size,
    writes,
    deny(denied) {
      isDenied = denied;
      for (const connection of connections) connection.recheck();
    },
    stop,
    start,
  };
}

async function handleRequest(signIn: SignIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, call] = SIGN_IN.exec(request.url ?? '') ?? [];
  const send = (status: number, body: unknown) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      })
      .end(JSON.stringify(body));
  // CORS preflight of a browser.
  if (request.method === 'OPTIONS') return void send(200, {});
  try {
    const result = call === undefined ? undefined : signIn.handle(call, JSON.parse(await text(request)));
    if (result === undefined) send(404, { error: { code: 404, message: 'NOT_FOUND' } });
    else send(200, result);
  } catch (error) {
    send(400, { error: { code: 400, message: error instanceof Error ? error.message : 'INVALID' } });
  }
}
