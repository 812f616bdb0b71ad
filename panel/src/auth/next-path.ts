import { parseUrl, stateField } from '../lib/location.ts';
import { startPath } from '../lib/start-screen.ts';

/** Never a real host: a URL on another host is not a path. */
const NOWHERE = 'https://panel.invalid';

/** A path of the admin area on this origin, or undefined: never a URL of another origin. */
export function safeNextPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const url = parseUrl(value, NOWHERE);
  if (url === null || url.origin !== NOWHERE) return undefined;
  if (url.pathname !== '/admin' && !url.pathname.startsWith('/admin/')) return undefined;
  return url.pathname + url.search + url.hash;
}

/**
 * The path after the sign-in.
 * @param state the history entry's state, stored by the guard
 * @param search the URL's own query, whose `next` may be a path
 */
export function nextPath(state: unknown, search: string): string {
  const from = stateField(state, 'from');
  return safeNextPath(from) ?? safeNextPath(new URLSearchParams(search).get('next')) ?? startPath();
}

/** Why the guard redirected to the login screen, from the history entry's state. */
export function signInReason(state: unknown): string | undefined {
  const reason = stateField(state, 'reason');
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}
