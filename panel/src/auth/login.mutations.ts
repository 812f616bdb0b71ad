import { useCallback, useState } from 'react';
import { ApiError, hasCode } from '../lib/api-error.ts';
import { authErrorMessage } from '../lib/auth-error-message.ts';
import { session } from '../lib/session.ts';
import { setStartScreen } from '../lib/start-screen.ts';
import { type Form, useForm } from '../ui/use-form.ts';
import { authStrings } from './auth.strings.ts';

type Field = 'email' | 'password' | 'code';
export type LoginForm = Form<Field>;

interface Login {
  /** The form of the current step. */
  readonly form: LoginForm;
  /** True between a correct password and the two-factor code. */
  readonly isAtTwoFactor: boolean;
  /** Back from two-factor to the password. */
  readonly goBack: () => void;
  /** Prefetches the code for submitting and for the next screen. */
  readonly prefetch: () => void;
}

/** The calls and their schemas are loaded when the user starts to sign in, not with the page. */
export const loadApi = () => import('./auth.api.ts');

const CHALLENGE_ENDED = 'SECOND_FACTOR_CHALLENGE_ENDED';

/**
 * Signs in and stores the session; without the query library, which is loaded after the login screen.
 * @param prepareNext prefetches the next screen; awaited before the session starts, so that no empty screen is shown
 *   in between
 */
export function useLogin(prepareNext: () => Promise<void>): Login {
  const [challenge, setChallenge] = useState<string>();
  const isAtTwoFactor = challenge !== undefined;

  const form = useForm<Field>({
    async submit(data) {
      const api = await loadApi().catch(() => {
        throw new ApiError({ status: 0, code: 'NETWORK' });
      });
      const typed = (name: string) => String(data.get(name));
      try {
        const { token, admin, startScreen } = await (isAtTwoFactor
          ? api.postSecondFactor({ challenge, code: typed('code').replace(/[\s-]/g, '') })
          : api.postLogin({ email: typed('email').trim(), password: typed('password') }));
        await prepareNext();
        if (startScreen) setStartScreen(startScreen);
        session.save({ token, admin: admin ?? undefined });
      } catch (error) {
        const asked = api.challengeOf(error);
        if (asked !== undefined) return setChallenge(asked);
        if (hasCode(error, CHALLENGE_ENDED)) setChallenge(undefined);
        throw error;
      }
    },
    explain: (error) => ({
      form: hasCode(error, 'TOKEN_MISSING')
        ? authStrings.invalidToken
        : authErrorMessage(error, authStrings.loginFailed),
      focus: isAtTwoFactor && !hasCode(error, CHALLENGE_ENDED) ? 'code' : 'password',
    }),
  });

  function goBack(): void {
    setChallenge(undefined);
    form.show({ focus: 'password' });
  }
  const prefetch = useCallback(() => {
    loadApi().catch(() => undefined);
    void prepareNext();
  }, [prepareNext]);

  return { form, isAtTwoFactor, goBack, prefetch };
}
