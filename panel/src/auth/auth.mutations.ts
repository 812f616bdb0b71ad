import { useCallback } from 'react';
import { session } from '../lib/session.ts';
import { postLogout } from './auth.api.ts';

/**
 * Signs out at once. The call that revokes the token takes it along first, and may fail: the person is signed out of
 * this browser all the same.
 */
export function useLogout(): () => void {
  return useCallback(() => {
    postLogout().catch(() => undefined);
    session.clear();
  }, []);
}
