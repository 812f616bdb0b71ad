import { useEffect, useState } from 'react';
import { NETWORK_DOWN } from '../../lib/auth-error-message.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/callout.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { authStrings, DEFAULT_SUPPORT_EMAIL } from '../auth.strings.ts';
import { loadApi } from '../login.mutations.ts';

/** Shows the support address: administrators cannot reset their own password. */
export function ForgottenPasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState<string | null>();
  useEffect(() => {
    loadApi()
      .then((api) => api.fetchSupportEmail())
      .then((address = DEFAULT_SUPPORT_EMAIL) => setEmail(address))
      .catch(() => setEmail(null));
  }, []);

  return (
    <Modal title={authStrings.forgotTitle} onDismiss={onClose}>
      <p className="text-ink-muted">{authStrings.forgotMessage}</p>
      {email === undefined && <Spinner className="h-9 items-center" />}
      {email === null && <FormAlert>{NETWORK_DOWN}</FormAlert>}
      {email && (
        <a
          href={`mailto:${email}`}
          className="inline-flex h-9 items-center self-start font-semibold text-accent-ink underline underline-offset-4"
        >
          {email}
        </a>
      )}
      <Button variant="primary" data-initial-focus onClick={onClose} className="self-end">
        {authStrings.understood}
      </Button>
    </Modal>
  );
}
