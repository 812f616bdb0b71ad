import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Users } from '../../../server/src/lib/db/schema.generated.ts';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import { createUser } from './data.ts';
import type { Panel } from './test.ts';

/** A user of the app with a socket of their own. */
export interface AppUser {
  id: string;
  username: string;
  /** Opens the app: online from now on. */
  come(): Promise<void>;
  /** Closes it: gone once the server's grace is over. */
  go(): void;
  /** Sends a text and waits until it is stored. */
  write(text: string): Promise<void>;
  /** Sends an event of the app's side of the contract and waits for its answer. */
  emit(event: string, payload?: unknown): Promise<unknown>;
  /** Hears of an event. @returns ends that */
  on(event: string, handler: (payload: unknown) => void): () => void;
}

/** Stores a user of the app and signs them in; they have not opened it yet. */
export async function createAppUser(
  { db, system }: Pick<Panel, 'db'> & { system: Pick<Panel['system'], 'baseUrl'> },
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
      const answer = await emit('send_message', { content: text, type: 'text', tempId: randomUUID() });
      if (!(answer instanceof Object && 'message' in answer)) throw new Error(`refused: ${JSON.stringify(answer)}`);
    },
    emit,
    on(event, handler) {
      const wanting = handlers.get(event) ?? new Set();
      handlers.set(event, wanting.add(handler));
      return () => wanting.delete(handler);
    },
  };
}
