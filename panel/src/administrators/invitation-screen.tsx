import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { formatDateTimeShort } from '../lib/format.ts';
import { Link } from '../lib/link.tsx';
import { sharedStrings } from '../lib/strings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FormAlert } from '../ui/callout.tsx';
import { LighthouseMark } from '../ui/lighthouse-mark.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { invitationStrings as strings } from './invitation.strings.ts';
import { type InvitationStep, useInvitation } from './use-invitation.ts';

/** The screen that the link of an invitation opens: one chooses a name and a password, once. */
export function InvitationScreen() {
  const { hash } = useLocation();
  const { step, form, retry } = useInvitation(hash.slice(1));
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-8">
      <div className="flex w-full max-w-sm flex-col gap-6">
        <div className="flex items-center gap-3">
          <LighthouseMark className="size-11 shrink-0" />
          <div>
            <h1 className="font-semibold text-xl">{strings.title}</h1>
            <p className="text-ink-muted text-sm">{strings.subtitle}</p>
          </div>
        </div>
        <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-card">
          {step.kind === 'open' ? <AcceptForm step={step} form={form} /> : <Outcome step={step} onRetry={retry} />}
        </div>
      </div>
    </main>
  );
}

interface AcceptFormProps {
  readonly step: Extract<InvitationStep, { kind: 'open' }>;
  readonly form: ReturnType<typeof useInvitation>['form'];
}

function AcceptForm({ step: { invitation }, form }: AcceptFormProps) {
  return (
    // The method only applies without scripts: a password must never be part of a URL.
    <form {...form.props} method="post" className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <p className="wrap-anywhere">
          <bdi>{strings.invitedBy(invitation.invitedBy)}</bdi>
        </p>
        <p className="wrap-anywhere font-semibold">
          <bdi>{invitation.email}</bdi>
        </p>
        <p className="text-ink-muted text-sm">{strings.until(formatDateTimeShort(invitation.expiresAt))}</p>
      </div>
      {/* Hidden; identifies the account to a password manager. */}
      <input type="text" name="email" autoComplete="username" value={invitation.email} readOnly hidden />
      <TextField
        {...form.field('username')}
        autoFocus
        label={strings.username}
        hint={strings.usernameHint}
        autoComplete="nickname"
        size="lg"
      />
      <PasswordField
        {...form.field('password')}
        label={strings.password}
        hint={strings.passwordHint}
        autoComplete="new-password"
        size="lg"
      />
      <FormAlert>{form.errors.form}</FormAlert>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={form.isPending}
        pendingLabel={sharedStrings.processing}
        className="w-full"
      >
        {strings.accept}
      </Button>
    </form>
  );
}

interface OutcomeProps {
  readonly step: Exclude<InvitationStep, { kind: 'open' }>;
  readonly onRetry: () => void;
}

function Outcome({ step, onRetry }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = step.kind === 'done';
  // The button that had the focus is gone.
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  if (step.kind === 'loading') return <PageSpinner label={strings.loading} />;
  if (step.kind === 'failed') {
    return (
      <>
        <FormAlert>{step.message}</FormAlert>
        {step.canRetry ? (
          <Button onClick={onRetry}>{sharedStrings.retry}</Button>
        ) : (
          <p className="text-ink-muted text-sm">{strings.askAgain}</p>
        )}
        <Link to="/login" className={buttonClass('secondary')}>
          {strings.signIn}
        </Link>
      </>
    );
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
        {strings.done}
      </h2>
      <p className="text-ink-muted">{strings.doneHint}</p>
      <Link to="/login" replace className={buttonClass('primary')}>
        {strings.signIn}
      </Link>
    </>
  );
}
