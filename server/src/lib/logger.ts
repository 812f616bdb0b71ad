import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DestinationStream,
  destination as fileDestination,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
  symbols,
} from 'pino';
import pretty from 'pino-pretty';

/** The part of a logger that the rest of the server needs; pino and Fastify's request log both fit. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

const FLUSH_TIMEOUT_MS = 1_000;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The keys whose values are never in a log, at any of these depths; a body may hold a password. */
const SECRET_KEYS = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'password_hash',
  'token',
  'tokenHash',
  'token_hash',
  'challenge',
  'secret',
  'recoveryCodes',
  'body',
  'databaseUrl',
  'redisUrl',
  'connectionString',
  'privateKey',
];
const MAX_SECRET_DEPTH = 4;

const redactedPaths = SECRET_KEYS.flatMap((key) =>
  Array.from({ length: MAX_SECRET_DEPTH }, (_, depth) => `${'*.'.repeat(depth)}${key}`),
).concat('req.headers["set-cookie"]', 'res.headers["set-cookie"]');

/**
 * The options of pino.
 * @param level the least severe level that is written
 */
function loggerOptions(level: LogLevel): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
}

/**
 * The process's logger: one JSON object a line, or readable text when standard output is a terminal.
 * JSON escapes a newline inside a value, so one event is always one line.
 * @param destination where lines go instead of standard output (tests)
 */
export function createLogger({ level, destination }: { level: LogLevel; destination?: DestinationStream }): Logger {
  if (destination) return pino(loggerOptions(level), destination);
  if (process.stdout.isTTY) {
    return pino(loggerOptions(level), pretty({ translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true }));
  }
  // Asynchronous: calls do not wait for the write.
  return pino(loggerOptions(level), fileDestination({ dest: 1, sync: false }));
}

/** Waits until every line is out, or it is clear that nobody reads them. The last thing before the process ends. */
export async function flushLogs(logger: Logger): Promise<void> {
  const written = new Promise<void>((resolve) => logger.flush(() => resolve()));
  await Promise.race([written, sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
  giveUpLines(logger);
}

/**
 * Gives up the lines that are not out yet: what is left when the process ends is written by pino in a way that tries for
 * ever when the reader of the other end has disconnected.
 */
export function giveUpLines(logger: Logger): void {
  const stream: unknown = Reflect.get(logger, symbols.streamSym);
  if (typeof stream === 'object' && stream !== null) Reflect.set(stream, 'flushSync', () => undefined);
}
