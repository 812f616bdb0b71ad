import { type SubmitEvent, useRef, useState } from 'react';
import { refusalText } from '../../lib/refusal-text.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
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
  const { mutateAsync: confirm, isPending } = useConfirmPassword();
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isPending || !field.current) return;
    setProblem(undefined);
    try {
      await confirm(field.current.value);
      onSettle(true);
    } catch (error) {
      setProblem(refusalText(error, strings.failed));
      field.current?.focus();
      field.current?.select();
    }
  }

  return (
    <Modal title={strings.title} locked={isPending} onDismiss={() => onSettle(false)}>
      <p className="text-ink-muted">{strings.reason}</p>
      <form onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
        <AccountNameField email={email} />
        <PasswordField
          ref={field}
          label={strings.password}
          autoComplete="current-password"
          error={problem}
          data-initial-focus=""
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isPending} onClick={() => onSettle(false)}>
            {sharedStrings.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={isPending}>
            {strings.go}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
