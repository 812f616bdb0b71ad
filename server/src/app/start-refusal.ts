import { FormerSchemaError } from '../lib/db/former-schema.ts';
import { ConfigError } from './config.ts';

/** Why the server does not start, in words for whoever started it; no stack is shown. */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}

/**
 * What to tell a person about a start that failed.
 * @param isTerminal whether somebody reads along; else what nobody foresaw goes to the log, with its stack
 * @returns undefined where there are no words for people
 */
export function tellStartFailure(error: unknown, isTerminal: boolean): string | undefined {
  const hasWords = [ConfigError, StartRefusal, FormerSchemaError].some((type) => error instanceof type);
  if (hasWords) return `${(error as Error).message}\n`;
  if (!isTerminal) return undefined;
  const message = error instanceof Error ? error.message : String(error);
  return `The server did not start: ${message}\nLOG_LEVEL=debug shows where it ended.\n`;
}
