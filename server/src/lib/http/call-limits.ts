import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { DomainError } from '../domain-error.ts';
import { COUNT_WINDOW_MS, createCallCounts, type SharedCount } from './call-counts.ts';
import { networkOf } from './client-network.ts';

/** Calls in a second. */
export interface CallLimits {
  /** Calls a second of an account that is signed in, from wherever. */
  perAccount: number;
  /** Calls a second of one IP without a token that is known to be valid; images and calls are counted separately. */
  perAddress: number;
}

/** An office or a carrier puts thousands of clients behind one IP; signed-in clients are counted by account. */
export const CALL_LIMITS: CallLimits = { perAccount: 100, perAddress: 500 };

interface CallLimiterOptions {
  limits: CallLimits;
  /** The account of a call's token, if it is known without a query. */
  recognize: (authorization: string | undefined) => string | undefined;
  /** The count by which several servers count as one. */
  shared: SharedCount | undefined;
}

/** Rejects calls beyond the limit, as the first hook of `kind`: before any query. */
export type CallLimiter = (kind: 'calls' | 'images') => onRequestAsyncHookHandler;

/**
 * Creates the rate limits of calls. A call beyond one gets 429, and its connection is closed.
 */
export async function createCallLimiter(
  app: FastifyInstance,
  { limits, recognize, shared }: CallLimiterOptions,
): Promise<CallLimiter> {
  const counts = createCallCounts(Math.max(limits.perAccount, limits.perAddress), shared);
  class Store {
    incr(key: string, done: (error: null, result: { current: number; ttl: number }) => void): void {
      done(null, { current: counts.add(key), ttl: COUNT_WINDOW_MS });
    }
    child(): Store {
      return this;
    }
  }
  await app.register(rateLimit, { global: false, timeWindow: COUNT_WINDOW_MS, store: Store });

  return (kind) => {
    const keyOf = ({ headers, ip }: FastifyRequest): string => {
      const account = kind === 'calls' ? recognize(headers.authorization) : undefined;
      return account ? `account:${account}` : `${kind}:${networkOf(ip)}`;
    };
    const check = app.createRateLimit({
      keyGenerator: keyOf,
      max: (_request, key) => (key.startsWith('account:') ? limits.perAccount : limits.perAddress),
    });
    return async (request, reply) => {
      const result = await check(request);
      if (result.isAllowed || !result.isExceeded) return;
      reply.header('connection', 'close');
      throw new DomainError('TOO_MANY_CALLS', { retryAfterSeconds: COUNT_WINDOW_MS / 1_000 });
    };
  };
}
