import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Users } from '../../../server/src/lib/db/schema.generated.ts';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import { createUser } from './data.ts';
import type { ServerAccess } from './server-test.ts';

/** An app user with a socket. */
export interface AppUser {
  id: string;
  username: string;
  /** Connects: online from now on. */
  come(): Promise<void>;
  /** Disconnects: offline after the server's grace period. */
  go(): void;
  /** Sends a text and waits until it is stored. */
  write(text: string): Promise<void>;
  /** Emits an event of the app's side of the contract and returns its acknowledgement. */
  emit(event: string, payload?: unknown): Promise<unknown>;
  /** Subscribes to an event. @returns a function that unsubscribes */
  on(event: string, handler: (payload: unknown) => void): () => void;
}

/** Stores an app user and signs them in, without connecting. */
export async function createAppUser(
  { db, system }: Pick<ServerAccess, 'db'> & { system: Pick<ServerAccess['system'], 'baseUrl'> },
  fields: Partial<Insertable<Users>> = {},
): Promise<AppUser> {
  const { id, username } = await createUser(db, fields);
  const token = await insertSession(db, id);
  const sockets = createSocketOpener(() => system.baseUrl);
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  let socket: Awaited<ReturnType<typeof sockets.open>> | undefined;

  const emit = (event: string, payload?: unknown) => {
    if (!socket) throw new Error('the app is not open');
    return ask(socket, event, payload);
  };
  return {
    id,
    username,
    async come() {
      socket = await sockets.open(token);
      socket.onAny((event: string, payload: unknown) => {
        for (const handler of handlers.get(event) ?? []) handler(payload);
      });
    },
    go() {
      sockets.closeAll();
      socket = undefined;
    },
    async write(text) {
      const response = await emit('send_message', { content: text, type: 'text', tempId: randomUUID() });
      if (!(response instanceof Object && 'message' in response))
        throw new Error(`rejected: ${JSON.stringify(response)}`);
    },
    emit,
    on(event, handler) {
      const listeners = handlers.get(event) ?? new Set();
      handlers.set(event, listeners.add(handler));
      return () => listeners.delete(handler);
    },
  };
}
