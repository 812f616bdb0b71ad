import type { Database } from 'firebase-admin/database';
import pTimeout from 'p-timeout';
import type { NotificationSink, SyncChange } from './notifications.sink.ts';

/** Shorter than the outbox's timeout, so that it gets the reason. */
const RESPONSE_TIMEOUT_MS = 8_000;

/** An open connection to the database, which can be ended. */
export interface FirebaseConnection {
  database: Pick<Database, 'ref'>;
  end(): Promise<void>;
}

export interface FirebaseSink extends NotificationSink {
  close(): Promise<void>;
}

/**
 * Writes notifications into Firebase's realtime database as the wire contract says:
 * notifications/{adminId}/{notificationId}.
 *
 * The SDK keeps what it cannot send and sends it once it is connected again, however late: by then another server may
 * have written something newer. So a connection that has not responded in time is closed together with its pending writes,
 * and the outbox brings the state of then.
 */
export function createFirebaseSink(
  connect: () => FirebaseConnection,
  responseTimeoutMs: number = RESPONSE_TIMEOUT_MS,
): FirebaseSink {
  let connection: FirebaseConnection | undefined;

  async function close(): Promise<void> {
    const ended = connection;
    connection = undefined;
    await ended?.end();
  }

  return {
    name: 'firebase',

    async deliver(adminId, changes) {
      connection ??= connect();
      try {
        await pTimeout(connection.database.ref(`notifications/${adminId}`).update(toUpdate(changes)), {
          milliseconds: responseTimeoutMs,
          message: `Firebase did not answer within ${responseTimeoutMs} ms`,
        });
      } catch (error) {
        await close();
        throw error;
      }
    },

    close,
  };
}

/** One atomic update for all changes. A null deletes. */
const toUpdate = (changes: readonly SyncChange[]): Record<string, SyncChange['content']> =>
  Object.fromEntries(changes.map(({ notificationId, content }) => [notificationId, content]));
