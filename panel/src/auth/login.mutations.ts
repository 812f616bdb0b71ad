import type { LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { useCallback, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { session } from '../lib/session.ts';
import { authStrings } from './auth.strings.ts';
import { loginFailureText } from './login-failure.ts';

interface LoginAttempt {
  readonly pending: boolean;
  readonly failure: string | undefined;
  readonly submit: (body: LoginBody) => Promise<void>;
  /** Fetches, ahead of need, what submitting and the next screen want. */
  readonly prefetch: () => void;
}

/** The calls and their schemas come when someone begins to sign in, not with the page. */
const loadApi = () => import('./auth.api.ts');

/**
 * Signs in and stores the session; without the query library, which only comes after the login screen.
 * @param prepareNext fetches what comes next; awaited before the session begins, so that no empty screen stands between
 */
export function useLogin(prepareNext: () => Promise<void>): LoginAttempt {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = useCallback(
    async (body: LoginBody) => {
      setPending(true);
      setFailure(undefined);
      try {
        const api = await loadApi().catch(() => {
          throw new ApiError({ status: 0, code: 'NETWORK' });
        });
        const { token, admin } = await api.postLogin(body);
        if (!token) return setFailure(authStrings.invalidToken);
        await prepareNext();
        session.save({ token, admin });
      } catch (error) {
        setFailure(loginFailureText(error));
      } finally {
        setPending(false);
      }
    },
    [prepareNext],
  );

  const prefetch = useCallback(() => {
    loadApi().catch(() => undefined);
    void prepareNext();
  }, [prepareNext]);

  return { pending, failure, submit, prefetch };
}
