import { useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { Callout, FormAlert } from '../ui/callout.tsx';
import { LighthouseMark } from '../ui/lighthouse-mark.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { authStrings } from './auth.strings.ts';
import { ForgottenPasswordDialog } from './components/forgotten-password-dialog.tsx';
import { TwoFactorForm } from './components/two-factor-form.tsx';
import { useLogin } from './login.mutations.ts';
import { nextPath, signInReason } from './next-path.ts';

interface LoginScreenProps {
  /** Prefetches the next screen; called when the user starts to sign in, and awaited before it is shown. */
  readonly prepareNext: () => Promise<void>;
}

const never = () => () => undefined;

/** False in the prerendered markup and during hydration, true right after. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The page is painted before its code has loaded. An inline script in its head (build/early-scripts.ts) prevents a
 * submit made meanwhile, and marks the form, so that the submit is neither lost nor sent by the browser itself.
 * @returns true if there was such a submit, which is to be repeated; from now on the script prevents none
 */
function takeEarlySubmit(form: HTMLFormElement): boolean {
  document.documentElement.dataset['live'] = '';
  const isMarked = form.hasAttribute('data-early-submit');
  form.removeAttribute('data-early-submit');
  return isMarked;
}

/** Administrator sign-in (specification, sections 2, 5 and 8). */
export function LoginScreen({ prepareNext }: LoginScreenProps) {
  const signedIn = useSession() !== undefined;
  const location = useLocation();
  const hydrated = useHydrated();
  const [forgotten, setForgotten] = useState(false);
  const { form, isAtTwoFactor, goBack, prefetch } = useLogin(prepareNext);
  const reason = hydrated ? signInReason(location.state) : undefined;

  const element = form.props.ref;
  useEffect(() => {
    if (element.current && takeEarlySubmit(element.current)) element.current.requestSubmit();
  }, [element]);

  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-8">
      {signedIn && <Navigate to={nextPath(location.state, location.search)} replace />}
      <div className="relative w-full max-w-sm">
        <div className="mb-6 flex items-center gap-3">
          <LighthouseMark className="size-11" />
          <div>
            <h1 className="font-semibold text-xl">{isAtTwoFactor ? authStrings.twoFactor : authStrings.title}</h1>
            <p className="text-ink-muted text-sm">{authStrings.subtitle}</p>
          </div>
        </div>
        {isAtTwoFactor && <TwoFactorForm form={form} onBack={goBack} />}
        {/* Stays mounted while it is hidden, so that its values remain. The method only applies without scripts: a
            password must never be part of a URL. */}
        <form
          {...(!isAtTwoFactor && form.props)}
          hidden={isAtTwoFactor}
          method="post"
          onInput={prefetch}
          className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-card"
        >
          {reason !== undefined && (
            <Callout tone="amber" role="status" className="font-semibold">
              {reason}
            </Callout>
          )}
          <TextField
            {...form.field('email')}
            autoFocus
            label={authStrings.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            size="lg"
          />
          <PasswordField
            {...form.field('password')}
            label={authStrings.password}
            autoComplete="current-password"
            size="lg"
          />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={form.isPending}
            pendingLabel={authStrings.submitting}
            className="mt-1 w-full"
          >
            {authStrings.submit}
          </Button>
          <TextButton size="md" className="self-center text-sm" onClick={() => setForgotten(true)}>
            {authStrings.forgotPassword}
          </TextButton>
        </form>
        {/* Out of the flow: it does not shift the layout under the pointer when it appears. */}
        {form.errors.form !== undefined && (
          <div className="absolute inset-x-0 mt-3 pb-4">
            <FormAlert>{form.errors.form}</FormAlert>
          </div>
        )}
      </div>
      {forgotten && <ForgottenPasswordDialog onClose={() => setForgotten(false)} />}
    </main>
  );
}
