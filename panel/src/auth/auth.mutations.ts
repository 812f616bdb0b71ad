import { logout } from '@hai-dang/contract/auth/logout.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { session } from '../lib/session.ts';

/**
 * Signs out at once. The call that revokes the token reads it first, and may fail: the administrator is signed out of
 * this browser all the same.
 */
export function logOut(): void {
  callEndpoint(logout).catch(() => undefined);
  session.clear();
}
