import pTimeout from 'p-timeout';
import pg from 'pg';

/**
 * Asks whether a database responds, over one connection that nothing else uses and that stays open: neither a full pool
 * nor a database that takes no more connections makes it seem away.
 */
export function createProbe(connection: pg.ClientConfig) {
  let client: pg.Client | null = null;
  let inFlight: Promise<boolean> | null = null;
  let isClosed = false;

  async function ask(timeoutMs: number): Promise<boolean> {
    try {
      client ??= await connect(timeoutMs);
      await client.query('select 1');
      return true;
    } catch {
      discard();
      return false;
    }
  }

  async function connect(timeoutMs: number): Promise<pg.Client> {
    const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
    const opened = new pg.Client({ ...connection, ...limits, application_name: 'hai-dang-health', keepAlive: true });
    opened.on('error', () => {
      if (client === opened) client = null;
    });
    await opened.connect();
    return opened;
  }

  function discard(): void {
    client?.end().catch(() => undefined);
    client = null;
  }

  return {
    /** Concurrent calls share one query. */
    async isReachable(timeoutMs: number): Promise<boolean> {
      if (isClosed) return false;
      inFlight ??= pTimeout(ask(timeoutMs), { milliseconds: timeoutMs })
        .catch(() => false)
        .finally(() => {
          inFlight = null;
        });
      return inFlight;
    },

    async close(): Promise<void> {
      isClosed = true;
      await inFlight;
      discard();
    },
  };
}
