import { EarlierSchemaError } from '../lib/db/baseline.ts';
import { type Config, ConfigError } from './config.ts';
import type { DemoLogins } from './demo-logins.ts';

/** Why the server does not start, with a message for the operator; no stack is printed. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/**
 * Returns the message that an operator reads about a start that failed.
 * @param isTerminal whether the output is a terminal; else an unexpected error goes to the log, with its stack
 * @returns undefined for an error without a message for the operator
 */
export function formatStartupError(error: unknown, isTerminal: boolean): string | undefined {
  const message = error instanceof Error ? error.message : String(error);
  if ([ConfigError, StartupError, EarlierSchemaError].some((type) => error instanceof type)) return `${message}\n`;
  if (!isTerminal) return undefined;
  return `The server did not start: ${message}\nLOG_LEVEL=debug shows where it ended.\n`;
}

/** Returns the text that an operator reads in the terminal once the server listens. */
export function startupBanner(url: string, config: Config, demo: DemoLogins | null): string {
  const lines: [label: string, value: string][] = [['Panel', url]];
  if (config.apiDocs) lines.push(['API', `${url}/docs`]);
  if (demo) {
    lines.push(['Demo administrator', `${demo.admin.email} / ${demo.admin.password}`]);
    lines.push(['Demo app user', `${demo.user.email} / ${demo.user.password}`]);
  }
  const width = Math.max(...lines.map(([label]) => label.length));
  const body = lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  return ['', '  Hải Đăng is ready. Ctrl-C stops it.', '', ...body, '', ''].join('\n');
}

/** A URL that a browser on this machine can open, also where the server listens on all addresses. */
export const openableUrl = (url: string): string =>
  url.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:');
