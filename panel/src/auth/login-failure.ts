import { ApiError } from '../lib/api-error.ts';
import { authStrings } from './auth.strings.ts';

const MINUTE_SECONDS = 60;

/**
 * What the login screen says about a failed attempt (specification, section 8): the server's words if it sent any,
 * with the time to wait where it named one.
 */
export function loginFailureText(error: unknown): string {
  if (!(error instanceof ApiError)) return authStrings.loginFailed;
  if (error.status === 0) return `${authStrings.loginFailed}. ${authStrings.networkDown}`;
  const said = error.message === '' ? authStrings.loginFailed : error.message;
  const wait = error.status === 429 ? error.retryAfterSeconds : undefined;
  if (wait === undefined || wait <= 0) return said;
  const hint =
    wait < MINUTE_SECONDS ? authStrings.waitSeconds(wait) : authStrings.waitMinutes(Math.ceil(wait / MINUTE_SECONDS));
  return `${said.replace(/\.?$/, '.')} ${hint}`;
}
