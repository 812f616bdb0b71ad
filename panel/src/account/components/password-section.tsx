import { type ChangePasswordBody, changePasswordBodySchema } from '@hai-dang/contract/account/account.schema.ts';
import { useState } from 'react';
import { hasCode } from '../../lib/api-error.ts';
import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { fieldErrors, useForm } from '../../ui/use-form.ts';
import { useChangePassword } from '../account.mutations.ts';
import { accountStrings as strings } from '../account.strings.ts';

const bodyOf = (data: FormData): ChangePasswordBody => ({
  currentPassword: String(data.get('currentPassword')),
  newPassword: String(data.get('newPassword')),
});

export function PasswordSection({ email }: { readonly email: string }) {
  const { mutateAsync: change } = useChangePassword();
  const [isDone, setIsDone] = useState(false);
  const form = useForm<keyof ChangePasswordBody>({
    validate(data) {
      setIsDone(false);
      // One error at a time: the new password is validated once the current one is entered.
      return fieldErrors(changePasswordBodySchema.safeParse(bodyOf(data)).error?.issues.slice(0, 1));
    },
    async submit(data, element) {
      await change({ body: bodyOf(data) });
      element.reset();
      setIsDone(true);
    },
    explain(error) {
      const text = authErrorMessage(error, strings.passwordFailed);
      if (hasCode(error, 'WRONG_PASSWORD')) return { currentPassword: text };
      return hasCode(error, 'WEAK_PASSWORD') ? { newPassword: text } : { form: text };
    },
  });

  return (
    <Card size="lg" title={strings.password}>
      <form {...form.props} className="flex max-w-md flex-col gap-4">
        {/* Hidden; identifies the account to a password manager. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('currentPassword')}
          label={strings.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('newPassword')}
          label={strings.newPassword}
          autoComplete="new-password"
          hint={strings.newPasswordHint}
        />
        <FormAlert>{form.errors.form}</FormAlert>
        <p role="status" className={isDone ? 'text-green-ink text-sm' : 'sr-only'}>
          {isDone && strings.passwordChanged}
        </p>
        <Button type="submit" variant="primary" pending={form.isPending} className="self-start">
          {strings.changePassword}
        </Button>
      </form>
    </Card>
  );
}
