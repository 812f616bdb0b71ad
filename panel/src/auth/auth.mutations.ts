import type { LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { useCallback, useState } from 'react';
import { session } from '../lib/session.ts';
import { postLogin, postLogout } from './auth.api.ts';
import { authStrings } from './auth.strings.ts';
import { loginFailureText } from './login-failure.ts';

interface LoginAttempt {
  readonly pending: boolean;
  readonly failure: string | undefined;
  readonly submit: (body: LoginBody) => Promise<void>;
}

/** Signs in and stores the session. Without the query library, which only comes after the login screen. */
export function useLogin(): LoginAttempt {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = useCallback(async (body: LoginBody) => {
    setPending(true);
    setFailure(undefined);
    try {
      const { token, admin } = await postLogin(body);
      if (token) session.save({ token, admin });
      else setFailure(authStrings.invalidToken);
    } catch (error) {
      setFailure(loginFailureText(error));
    } finally {
      setPending(false);
    }
  }, []);

  return { pending, failure, submit };
}

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
