import { type ChangePasswordBody, changePasswordBodySchema } from '@hai-dang/contract/account/account.schema.ts';
import { type SubmitEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { refusalText } from '../../lib/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useChangePassword } from '../account.mutations.ts';
import { accountStrings as strings } from '../account.strings.ts';
import { AccountCard } from './account-card.tsx';
import { AccountNameField } from './account-name-field.tsx';

const FIELDS = ['currentPassword', 'newPassword'] as const satisfies ReadonlyArray<keyof ChangePasswordBody>;
type Field = (typeof FIELDS)[number];
/** What is wrong with a field, or with the whole. */
type Problem = { readonly field: Field | undefined; readonly text: string };

const FIELD_OF_CODE: Readonly<Record<string, Field>> = {
  WRONG_PASSWORD: 'currentPassword',
  WEAK_PASSWORD: 'newPassword',
};

/** The first thing that needs no server to be seen as wrong. */
function problemOf(body: ChangePasswordBody): Problem | undefined {
  const issue = changePasswordBodySchema.safeParse(body).error?.issues[0];
  return issue && { field: FIELDS.find((field) => field === issue.path[0]), text: issue.message };
}

/** Changes the password. */
export function PasswordSection({ email }: { readonly email: string }) {
  const { mutateAsync: change, isPending } = useChangePassword();
  const [problem, setProblem] = useState<Problem>();
  const [isDone, setIsDone] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function show(found: Problem): void {
    setProblem(found);
    if (found.field) form.current?.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isPending || !form.current) return;
    const data = new FormData(form.current);
    const body = {
      currentPassword: String(data.get('currentPassword')),
      newPassword: String(data.get('newPassword')),
    };
    setProblem(undefined);
    setIsDone(false);
    const found = problemOf(body);
    if (found) return show(found);
    try {
      await change(body);
      form.current.reset();
      setIsDone(true);
    } catch (error) {
      const field = error instanceof ApiError ? FIELD_OF_CODE[error.code] : undefined;
      show({ field, text: refusalText(error, strings.passwordFailed) });
    }
  }

  const errorAt = (field: Field) => (problem?.field === field ? problem.text : undefined);
  return (
    <AccountCard title={strings.password}>
      <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)} className="flex max-w-md flex-col gap-4">
        <AccountNameField email={email} />
        <PasswordField
          label={strings.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          error={errorAt('currentPassword')}
        />
        <PasswordField
          label={strings.newPassword}
          name="newPassword"
          autoComplete="new-password"
          hint={strings.newPasswordHint}
          error={errorAt('newPassword')}
        />
        {problem && !problem.field && <FormAlert>{problem.text}</FormAlert>}
        <p role="status" className={isDone ? 'text-green-ink text-sm' : 'sr-only'}>
          {isDone && strings.passwordChanged}
        </p>
        <Button type="submit" variant="primary" pending={isPending} className="self-start">
          {strings.changePassword}
        </Button>
      </form>
    </AccountCard>
  );
}
