import { session } from '../lib/session.ts';
import { postLogout } from './auth.api.ts';

/**
 * Signs out at once. The call that revokes the token reads it first, and may fail: the administrator is signed out of
 * this browser all the same.
 */
export function logOut(): void {
  postLogout().catch(() => undefined);
  session.clear();
}
