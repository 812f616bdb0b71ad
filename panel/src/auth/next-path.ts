import { stateField } from '../lib/history-state.ts';
import { parseUrl } from '../lib/parse-url.ts';

const HOME = '/admin/dashboard';
/** Never a real host: an address that leaves it was not a path. */
const NOWHERE = 'https://panel.invalid';

/** A path of the admin area on this origin, or undefined: never an address that leads elsewhere. */
export function safeNextPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const url = parseUrl(value, NOWHERE);
  if (url === null || url.origin !== NOWHERE) return undefined;
  if (url.pathname !== '/admin' && !url.pathname.startsWith('/admin/')) return undefined;
  return url.pathname + url.search + url.hash;
}

/**
 * Where to go after signing in.
 * @param state what the guard left in the history entry
 * @param search the address's own query, where `next` may name a path
 */
export function nextPath(state: unknown, search: string): string {
  const from = stateField(state, 'from');
  return safeNextPath(from) ?? safeNextPath(new URLSearchParams(search).get('next')) ?? HOME;
}

/** Why one was led to the login screen, as the guard left it in the history entry. */
export function signInReason(state: unknown): string | undefined {
  const reason = stateField(state, 'reason');
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}
