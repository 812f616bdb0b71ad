import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useConfirmPassword } from '../password-again.mutations.ts';
import { passwordAgainStrings as strings } from '../password-again.strings.ts';
import { AccountNameField } from './account-name-field.tsx';

interface PasswordAgainDialogProps {
  /** The server has taken the password, or the question was put aside. */
  readonly onSettle: (isConfirmed: boolean) => void;
}

/** Asks for the password again, over whatever is shown, for an act that needs it. */
export function PasswordAgainDialog({ onSettle }: PasswordAgainDialogProps) {
  const email = useSession()?.adminEmail;
  const { mutateAsync: confirm } = useConfirmPassword();
  const form = useForm<'password'>({
    async submit(data) {
      await confirm(String(data.get('password')));
      onSettle(true);
    },
    explain: (error) => ({ password: authErrorMessage(error, strings.failed) }),
  });

  return (
    <Modal title={strings.title} locked={form.isPending} onDismiss={() => onSettle(false)}>
      <p className="text-ink-muted">{strings.reason}</p>
      <form {...form.props} className="flex flex-col gap-4">
        <AccountNameField email={email} />
        <PasswordField
          {...form.field('password')}
          label={strings.password}
          autoComplete="current-password"
          data-initial-focus=""
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={form.isPending} onClick={() => onSettle(false)}>
            {sharedStrings.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={form.isPending}>
            {strings.go}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
