import type { LoginAnswer, LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { useCallback, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { refusalText } from '../lib/refusal-text.ts';
import { session } from '../lib/session.ts';
import { authStrings } from './auth.strings.ts';

interface LoginAttempt {
  readonly pending: boolean;
  readonly failure: string | undefined;
  /** True between a right password and the code that the account asks for as well. */
  readonly isAtSecondStep: boolean;
  readonly submit: (body: LoginBody) => Promise<void>;
  readonly submitCode: (code: string) => Promise<void>;
  /** Gives the second step up. */
  readonly goBack: () => void;
  /** Fetches, ahead of need, what submitting and the next screen want. */
  readonly prefetch: () => void;
}

/** The calls and their schemas come when someone begins to sign in, not with the page. */
export const loadApi = () => import('./auth.api.ts');
type Api = Awaited<ReturnType<typeof loadApi>>;

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/**
 * Signs in and stores the session; without the query library, which only comes after the login screen.
 * @param prepareNext fetches what comes next; awaited before the session begins, so that no empty screen stands between
 */
export function useLogin(prepareNext: () => Promise<void>): LoginAttempt {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [challenge, setChallenge] = useState<string>();

  const attempt = useCallback(
    async (call: (api: Api) => Promise<LoginAnswer>) => {
      setPending(true);
      setFailure(undefined);
      let api: Api | undefined;
      try {
        api = await loadApi().catch(() => {
          throw new ApiError({ status: 0, code: 'NETWORK' });
        });
        const { token, admin } = await call(api);
        await prepareNext();
        session.save({ token, admin: admin ?? undefined });
      } catch (error) {
        const asked = api?.challengeOf(error);
        if (asked !== undefined) return setChallenge(asked);
        if (hasCode(error, 'SECOND_FACTOR_CHALLENGE_ENDED')) setChallenge(undefined);
        setFailure(
          hasCode(error, 'TOKEN_MISSING') ? authStrings.invalidToken : refusalText(error, authStrings.loginFailed),
        );
      } finally {
        setPending(false);
      }
    },
    [prepareNext],
  );

  const submit = useCallback((body: LoginBody) => attempt((api) => api.postLogin(body)), [attempt]);
  const submitCode = useCallback(
    (code: string) => attempt((api) => api.postSecondFactor({ challenge: challenge ?? '', code })),
    [attempt, challenge],
  );
  const goBack = useCallback(() => {
    setChallenge(undefined);
    setFailure(undefined);
  }, []);
  const prefetch = useCallback(() => {
    loadApi().catch(() => undefined);
    void prepareNext();
  }, [prepareNext]);

  return { pending, failure, isAtSecondStep: challenge !== undefined, submit, submitCode, goBack, prefetch };
}
