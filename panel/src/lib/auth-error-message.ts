import { ApiError } from './api-error.ts';
import { passwordStrings } from './password.strings.ts';

const MINUTE_SECONDS = 60;

/**
 * The message for a rejected password or code (specification, section 8): the server's text if it sent any, with the
 * time to wait where it named one.
 */
export function authErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return `${fallback}. ${passwordStrings.networkDown}`;
  const said = error.message === '' ? fallback : error.message;
  const wait = error.status === 429 ? error.retryAfterSeconds : undefined;
  if (wait === undefined || wait <= 0) return said;
  const hint =
    wait < MINUTE_SECONDS
      ? passwordStrings.waitSeconds(wait)
      : passwordStrings.waitMinutes(Math.ceil(wait / MINUTE_SECONDS));
  return `${said.replace(/\.?$/, '.')} ${hint}`;
}
