import { createClient, ErrorReply } from '@redis/client';
import pTimeout from 'p-timeout';

const CONNECT_TIMEOUT_MS = 2_000;
/** A Redis that sends nothing for this long, not even a pong, is unavailable. */
const SILENCE_MS = 6_000;
const PING_INTERVAL_MS = 2_000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 1_000;
const RETRY_JITTER_MS = 100;
/** Commands in flight; beyond this they are rejected, so that a hung Redis uses no memory. */
const MAX_COMMANDS_IN_FLIGHT = 20_000;
/** A response that waiting does not change; a Redis that is full has room later. */
const REJECTION = /^(?:NOAUTH|WRONGPASS|NOPERM|ERR(?! max number of clients))\b/;
/** How long the start waits for Redis. */
const FIRST_CONNECT_TIMEOUT_MS = 2_000;

/**
 * A connection to Redis that reconnects for ever. While it is disconnected its commands fail at once.
 * @param url `redis://` or `rediss://`
 */
export function createRedisClient(url: string) {
  const client = createClient({
    url,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (retries) =>
        Math.min(FIRST_RETRY_MS * 2 ** retries, LONGEST_RETRY_MS) + Math.random() * RETRY_JITTER_MS,
    },
    pingInterval: PING_INTERVAL_MS,
    commandsQueueMaxLength: MAX_COMMANDS_IN_FLIGHT,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
  });
  // Without a listener an error would end the process; stream and registry have their own.
  client.on('error', () => undefined);
  return client;
}
export type RedisClient = ReturnType<typeof createRedisClient>;

/**
 * Begins to connect, and waits a moment for the outcome.
 * @returns the message of Redis where it rejects us; undefined also where it does not respond: it may recover
 */
export async function connectRedis(client: RedisClient): Promise<string | undefined> {
  const rejected = new Promise<string>((resolve) => {
    client.on('error', (error: unknown) => {
      if (error instanceof ErrorReply && REJECTION.test(error.message)) resolve(error.message);
    });
  });
  // Rejected only when it is closed before it was ever open.
  const connected = client.connect().then(
    () => undefined,
    () => undefined,
  );
  return pTimeout(Promise.race([connected, rejected]), { milliseconds: FIRST_CONNECT_TIMEOUT_MS }).catch(
    () => undefined,
  );
}
