import type { FastifyInstance } from 'fastify';

/** How long clients may take; tests shorten it. */
export interface TimeLimits {
  /** The time for the head of a request, and for all of it unless it is an upload. */
  readonly requestMs: number;
  /** The time for all of an upload. */
  readonly uploadMs: number;
  /** The window in each of which an upload must send what its least rate asks for. */
  readonly uploadWindowMs: number;
  /** The time for taking an image, and as much longer as its size allows at the least rate. */
  readonly imageMs: number;
  readonly imageMinBytesPerSecond: number;
  /** A connection on which nothing moves either way. */
  readonly silenceMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  requestMs: 60_000,
  uploadMs: 5 * 60_000,
  uploadWindowMs: 30_000,
  imageMs: 30_000,
  imageMinBytesPerSecond: 8 * 1024,
  silenceMs: 120_000,
};

/** How often Node checks for requests that take too long: they exceed the limit by at most this. */
const CHECK_INTERVAL_MAX_MS = 5_000;

/** The limits that Node and the framework look after. Node has one limit for all requests, so it is that of uploads. */
export const serverTimeouts = ({ requestMs, uploadMs, silenceMs }: TimeLimits) => ({
  requestTimeout: Math.max(requestMs, uploadMs),
  connectionTimeout: silenceMs,
  http: {
    headersTimeout: requestMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MAX_MS, requestMs / 2),
  },
});

/** Closes connections whose request is not complete in time, also where the response has been sent already. */
export function cutSlowRequests(app: FastifyInstance, { requestMs }: Pick<TimeLimits, 'requestMs'>): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.upload) return;
    const cut = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, requestMs).unref();
    raw.once('close', () => clearTimeout(cut));
  });
}
