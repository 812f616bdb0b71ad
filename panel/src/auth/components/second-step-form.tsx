import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { authStrings } from '../auth.strings.ts';
import { LinkButton } from './link-button.tsx';

interface SecondStepFormProps {
  readonly pending: boolean;
  readonly failure: string | undefined;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

/**
 * The code that an account with a second factor asks for after the password. Nothing is sent before one says so: a
 * wrong digit can be mended, and a page that goes on by itself surprises whoever does not see it.
 */
export function SecondStepForm({ pending, failure, onSubmit, onBack }: SecondStepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isRecovery, setIsRecovery] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new kind of code and each refusal bring one to the field
  useEffect(() => {
    const field = form.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, [isRecovery, failure]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    if (!pending && typeof code === 'string') onSubmit(code.replace(/[\s-]/g, ''));
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-card"
    >
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? authStrings.recoveryCode : authStrings.code}
        hint={isRecovery ? authStrings.recoveryCodeHint : authStrings.codeHint}
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        required
        size="lg"
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={pending}
        pendingLabel={authStrings.submitting}
        className="mt-1 w-full"
      >
        {authStrings.confirm}
      </Button>
      <LinkButton onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? authStrings.useAppCode : authStrings.useRecoveryCode}
      </LinkButton>
      <LinkButton onClick={onBack}>{authStrings.backToPassword}</LinkButton>
    </form>
  );
}
