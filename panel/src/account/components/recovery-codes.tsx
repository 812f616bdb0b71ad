import { FileDown } from 'lucide-react';
import { useEffect } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { accountStrings as strings } from '../account.strings.ts';
import { recoveryCodesText } from '../recovery-codes-file.ts';
import { CopyButton } from './copy-button.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
}

/** Has the browser ask before the page is closed or loaded again. */
function stay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Recovery codes with the means to keep them: they are shown this once. */
export function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  useEffect(() => {
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, []);

  function download(): void {
    const file = new Blob([recoveryCodesText(codes, email)], { type: 'text/plain;charset=utf-8' });
    saveFile(file, strings.codesFileName);
  }

  return (
    <div className="flex flex-col gap-4">
      <p>{strings.codesHint}</p>
      <ul
        aria-label={strings.codesTitle}
        className="grid grid-cols-2 gap-2 rounded-md bg-sunken p-3 font-mono text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} label={strings.copyCodes}>
        <Button onClick={download}>
          <FileDown aria-hidden="true" className="size-4" />
          {strings.downloadCodes}
        </Button>
      </CopyButton>
    </div>
  );
}
