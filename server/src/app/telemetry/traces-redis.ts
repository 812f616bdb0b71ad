import { tracingChannel } from 'node:diagnostics_channel';
import type { CallObserver } from '../../lib/observed-call.ts';

const noop = (): void => undefined;

/** A command as @redis/client publishes it on its channel. Its arguments are there too, and are not read. */
interface RedisCommand {
  command: string;
}

/**
 * Observes every command that this process sends to Redis, in the async context of its sender.
 * @returns a function that stops it
 */
export function traceRedis(observe: CallObserver): () => void {
  const commands = tracingChannel<unknown, RedisCommand>('node-redis:command');
  const beginnings = new WeakMap<RedisCommand, number>();
  const subscribers = {
    start: (command: RedisCommand) => void beginnings.set(command, performance.now()),
    end: noop,
    asyncStart: noop,
    asyncEnd(command: RedisCommand & { error?: unknown }) {
      const end = performance.now();
      const durationMs = end - (beginnings.get(command) ?? end);
      observe({ name: command.command, durationMs, ...(command.error !== undefined && { error: command.error }) });
    },
    error: noop,
  };
  commands.subscribe(subscribers);
  return () => void commands.unsubscribe(subscribers);
}
