import type { ClientErrorBody } from '@hai-dang/contract/client-errors/client-errors.schema.ts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { CallContext, Caller } from '../lib/http/call.ts';
import type { Log } from '../lib/logger.ts';

/** Errors of one administrator that are logged: a screen that breaks at each try must not fill the log. */
const LOGGED_MAX = 5;
const WINDOW_SECONDS = 600;

export interface ClientErrorsService {
  /** Logs what broke a screen, unless this administrator's screens have broken too often of late. */
  logClientError(error: ClientErrorBody, caller: Caller, context: CallContext): Promise<void>;
}

/** Logs errors of screens that browsers report. */
export function createClientErrorsService(log: Pick<Log, 'warn'>): ClientErrorsService {
  const limiter = new RateLimiterMemory({ points: LOGGED_MAX, duration: WINDOW_SECONDS });
  return {
    async logClientError(error, caller, { requestId, userAgent }) {
      const isLogged = await limiter.consume(caller.id).then(
        () => true,
        () => false,
      );
      if (isLogged) log.warn({ ...error, adminId: caller.id, requestId, userAgent }, 'panel screen failed');
    },
  };
}
