import { FileDown } from 'lucide-react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { accountStrings as strings } from '../account.strings.ts';
import { recoveryCodesText } from '../recovery-codes-file.ts';
import { CopyButton } from './copy-button.tsx';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onSaved: () => void;
}

function ignore(): void {}

/** Shows recovery codes this once: neither Esc nor a press beside it closes it, only saying that they are kept. */
export function RecoveryCodesDialog({ codes, email, onSaved }: RecoveryCodesDialogProps) {
  function download(): void {
    const file = new Blob([recoveryCodesText(codes, email)], { type: 'text/plain;charset=utf-8' });
    saveFile(file, strings.codesFileName);
  }

  return (
    <Modal title={strings.codesTitle} locked onDismiss={ignore}>
      <p className="text-ink-muted">{strings.codesHint}</p>
      <ul aria-label={strings.codesTitle} className="grid grid-cols-2 gap-2 rounded-md bg-sunken p-3 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={strings.copyCodes} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={download}>
          <FileDown aria-hidden="true" className="size-4" />
          {strings.downloadCodes}
        </Button>
        <Button variant="primary" onClick={onSaved}>
          {strings.codesSaved}
        </Button>
      </div>
    </Modal>
  );
}
