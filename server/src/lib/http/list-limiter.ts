import { LISTS_AT_ONCE, LISTS_MAX_QUEUE } from '@hai-dang/contract/constants.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createKeyedSemaphore } from '../async/semaphore.ts';
import { DomainError } from '../domain-error.ts';
import { rejectDisconnected } from './request-guards.ts';

const RETRY_SECONDS = 1;

/**
 * Limits how many heavy calls of one caller run at once, so that those of one leave database connections to the others.
 * More wait rather than fail: several tabs that load at the same moment are no attack. The limit on the queue is for a
 * client that sends faster than it is served.
 */
export function createListLimiter() {
  const semaphore = createKeyedSemaphore({
    concurrency: LISTS_AT_ONCE,
    maxQueue: LISTS_MAX_QUEUE,
    full: () => new DomainError('TOO_MANY_LISTS', { retryAfterSeconds: RETRY_SECONDS }),
  });
  return {
    /** @throws {DomainError} TOO_MANY_LISTS; whatever `work` throws */
    run: <T>({ caller }: FastifyRequest, { raw }: FastifyReply, work: () => Promise<T>): Promise<T> =>
      semaphore.run(caller?.id ?? '', async () => {
        // A client that has left while its call waited needs no response.
        rejectDisconnected(raw);
        return work();
      }),
  };
}
export type ListLimiter = ReturnType<typeof createListLimiter>;
