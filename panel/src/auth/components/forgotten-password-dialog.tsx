import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { authStrings, SUPPORT_EMAIL } from '../auth.strings.ts';

/** Says whom to ask: there is no way to reset a password by oneself. */
export function ForgottenPasswordDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={authStrings.forgotTitle} onDismiss={onClose}>
      <p className="text-ink-muted">{authStrings.forgotMessage}</p>
      <a
        href={`mailto:${SUPPORT_EMAIL}`}
        className="inline-flex h-9 items-center self-start font-semibold text-accent-ink underline underline-offset-4"
      >
        {SUPPORT_EMAIL}
      </a>
      <Button variant="primary" data-initial-focus onClick={onClose} className="self-end">
        {authStrings.understood}
      </Button>
    </Modal>
  );
}
