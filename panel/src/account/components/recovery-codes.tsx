import { FileDown } from 'lucide-react';
import { useEffect } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { accountStrings as strings } from '../account.strings.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
}

/** Makes the browser ask before the page is closed or reloaded. */
function stay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The text of a printed or saved copy of the recovery codes: the account, their purpose, and one code on each line. */
export function recoveryCodesText(codes: readonly string[], email: string): string {
  return [strings.codesFileTitle(email), strings.codesFileHint, '', ...codes, ''].join('\n');
}

/** Recovery codes with buttons to save them: they are shown only once. */
function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
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

/**
 * Shows recovery codes once, in the app's one dialog, which stays open over any screen that the browser's history leads
 * to.
 * @returns a function whose promise resolves when the administrator confirms that they are saved
 */
export function useShowRecoveryCodes(email: string): (codes: readonly string[]) => Promise<unknown> {
  const confirm = useConfirm();
  return (codes) =>
    confirm({
      title: strings.codesTitle,
      message: <RecoveryCodes codes={codes} email={email} />,
      confirmLabel: strings.codesSaved,
      mustConfirm: true,
    });
}
