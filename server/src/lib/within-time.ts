import { once } from 'node:events';

/**
 * What `work` comes to, if it does so in time; the work itself goes on.
 * @throws {Error} after `timeoutMs`
 */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What `work` comes to, unless `signal` is aborted before; the work itself goes on.
 * @throws what the signal was aborted with
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const isOver = new AbortController();
  const aborted = once(signal, 'abort', { signal: isOver.signal }).then(
    () => signal.throwIfAborted() as never,
    () => work,
  );
  try {
    return await Promise.race([work, aborted]);
  } finally {
    isOver.abort();
  }
}
