import {
  inviteAdministratorBodySchema,
  type NewInvitation,
} from '@hai-dang/contract/administrators/administrators.schema.ts';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../../lib/api-error.ts';
import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { fieldErrors, useForm } from '../../ui/use-form.ts';
import { useInviteAdministrator } from '../administrators.mutations.ts';
import { administratorsStrings as strings } from '../administrators.strings.ts';

interface InviteDialogProps {
  /** The address of an invitation that gets a new link; '' for a new one. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Asks whom to invite, then shows the link; it is shown nowhere else, so only its own button closes that. */
export function InviteDialog({ email, onClose }: InviteDialogProps) {
  const [made, setMade] = useState<NewInvitation>();
  return (
    <Modal title={strings.invite} locked={made !== undefined} onDismiss={onClose}>
      {made ? (
        <InvitationLink made={made} onClose={onClose} />
      ) : (
        <InviteForm email={email} onMade={setMade} onCancel={onClose} />
      )}
    </Modal>
  );
}

interface InviteFormProps {
  readonly email: string;
  readonly onMade: (made: NewInvitation) => void;
  readonly onCancel: () => void;
}

function InviteForm({ email, onMade, onCancel }: InviteFormProps) {
  const inviteAdministrator = useInviteAdministrator();
  const bodyOf = (data: FormData) => ({ email: String(data.get('email')) });
  const form = useForm<'email'>({
    validate: (data) => fieldErrors(inviteAdministratorBodySchema.safeParse(bodyOf(data)).error?.issues.slice(0, 1)),
    async submit(data) {
      const email = bodyOf(data).email.trim();
      onMade((await inviteAdministrator({ body: { email } })).data);
    },
    explain: (error) => (isCancelled(error) ? {} : { email: authErrorMessage(error, strings.inviteFailed) }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <TextField
        {...form.field('email')}
        label={strings.email}
        hint={strings.emailHint}
        type="email"
        defaultValue={email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-initial-focus=""
      />
      <FormAlert>{form.errors.form}</FormAlert>
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={form.isPending} onClick={onCancel}>
          {sharedStrings.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={form.isPending}>
          {strings.createLink}
        </Button>
      </div>
    </form>
  );
}

interface InvitationLinkProps {
  readonly made: NewInvitation;
  readonly onClose: () => void;
}

function InvitationLink({ made: { invitation, token }, onClose }: InvitationLinkProps) {
  const box = useRef<HTMLInputElement>(null);
  // Behind the '#': no server and no log gets it.
  const link = `${window.location.origin}/invite#${token}`;
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  return (
    <>
      <p role="status">
        {strings.linkReady} <bdi className="wrap-anywhere font-semibold">{invitation.email}</bdi>
      </p>
      <TextField
        ref={box}
        label={strings.link}
        hint={strings.linkHint(formatDateTimeShort(invitation.until ?? ''))}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={link} label={strings.copyLink} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {strings.linkSaved}
        </Button>
      </div>
    </>
  );
}
