import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useConfirmPassword } from '../reauthentication.mutations.ts';

const strings = {
  title: 'Nhập lại mật khẩu',
  reason: 'Để bảo vệ tài khoản, thao tác này cần mật khẩu của bạn. Sau đó bạn không phải nhập lại trong 10 phút.',
  password: 'Mật khẩu của bạn',
  go: 'Tiếp tục',
  failed: 'Không thể kiểm tra mật khẩu',
} as const;

interface ReauthenticationDialogProps {
  /** Called when the server has accepted the password, or the dialog was cancelled. */
  readonly onSettle: (isConfirmed: boolean) => void;
}

/** Asks for the password, above any screen, for a call that requires re-authentication. */
export function ReauthenticationDialog({ onSettle }: ReauthenticationDialogProps) {
  const email = useSession()?.adminEmail;
  const { mutateAsync: confirm } = useConfirmPassword();
  const form = useForm<'password'>({
    async submit(data) {
      await confirm({ body: { password: String(data.get('password')) } });
      onSettle(true);
    },
    explain: (error) => ({ password: authErrorMessage(error, strings.failed) }),
  });

  return (
    <Modal title={strings.title} locked={form.isPending} onDismiss={() => onSettle(false)}>
      <p className="text-ink-muted">{strings.reason}</p>
      <form {...form.props} className="flex flex-col gap-4">
        {/* Hidden; identifies the account to a password manager. */}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
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
