import { ApiError } from './api-error.ts';

/** Shown wherever a password or code is sent and the server cannot be reached. */
export const NETWORK_DOWN = 'Không thể kết nối đến máy chủ, vui lòng thử lại';

const strings = {
  waitMinutes: (minutes: number) => `Thử lại sau ${minutes} phút.`,
  waitSeconds: (seconds: number) => `Thử lại sau ${seconds} giây.`,
} as const;

const MINUTE_SECONDS = 60;

/**
 * The message for a rejected password or code (specification, section 8): the server's message if it sent one, with the
 * retry delay where the server sent one.
 */
export function authErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return `${fallback}. ${NETWORK_DOWN}`;
  const said = error.message === '' ? fallback : error.message;
  const wait = error.status === 429 ? error.retryAfterSeconds : undefined;
  if (wait === undefined || wait <= 0) return said;
  const hint =
    wait < MINUTE_SECONDS ? strings.waitSeconds(wait) : strings.waitMinutes(Math.ceil(wait / MINUTE_SECONDS));
  return `${said.replace(/\.?$/, '.')} ${hint}`;
}
