import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../server/src/lib/random.ts';

/** The treatment of each chunk of data. */
export interface Weather {
  /** One-way delay. */
  delayMs: number;
  /** The share that is lost and retransmitted, as by TCP: all data behind it waits for that time. */
  lostShare: number;
  resentAfterMs: { min: number; max: number };
  /** The share with which the connection breaks. */
  brokenShare: number;
}

export const FAIR: Weather = { delayMs: 0, lostShare: 0, resentAfterMs: { min: 0, max: 0 }, brokenShare: 0 };

/** A network between clients and a local server. */
export interface NetworkProxy {
  url: string;
  setWeather(weather: Weather): void;
  /** Lets no data pass in either direction from now on; no end is notified, also not of a close. */
  cut(): void;
  /** The data in transit is delivered. */
  mend(): void;
  close(): Promise<void>;
}

/**
 * Listens on a free port and forwards everything to `serverUrl` under these network conditions. Lost data is late, not
 * missing: TCP retransmits it, and closes the connection when it cannot.
 */
export async function startNetworkProxy(serverUrl: string, random: Random): Promise<NetworkProxy> {
  const target = Number(new URL(serverUrl).port);
  const open = new Set<net.Socket>();
  let weather = FAIR;
  let mended: PromiseWithResolvers<void> | undefined;

  /** Pipes one end to the other, chunk by chunk and in order. */
  async function carry(from: net.Socket, to: net.Socket): Promise<void> {
    const arrivals: Array<{ at: number; data: Buffer }> = [];
    const more = { wake: Promise.withResolvers<void>() };
    let hasEnded = false;
    const wakeUp = () => {
      more.wake.resolve();
      more.wake = Promise.withResolvers<void>();
    };
    from.on('data', (data: Buffer) => {
      const { delayMs, lostShare, resentAfterMs, brokenShare } = weather;
      if (random.chance(brokenShare)) {
        from.destroy();
        to.destroy();
        return;
      }
      const lateMs = random.chance(lostShare) ? random.integer(resentAfterMs.min, resentAfterMs.max) : 0;
      arrivals.push({ at: performance.now() + delayMs + lateMs, data });
      wakeUp();
    });
    from.on('close', () => {
      hasEnded = true;
      wakeUp();
    });
    for (;;) {
      const next = arrivals[0];
      if (!next && hasEnded) break;
      if (!next) {
        await more.wake.promise;
        continue;
      }
      const waitMs = next.at - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      if (mended) await mended.promise;
      arrivals.shift();
      if (!to.destroyed) to.write(next.data);
    }
    if (mended) await mended.promise;
    to.destroySoon();
  }

  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => undefined);
    }
    void carry(client, upstream);
    void carry(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    setWeather(next) {
      weather = next;
    },
    cut() {
      mended ??= Promise.withResolvers<void>();
    },
    mend() {
      mended?.resolve();
      mended = undefined;
    },
    async close() {
      mended?.resolve();
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
