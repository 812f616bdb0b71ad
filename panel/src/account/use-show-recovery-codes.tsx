import { useConfirm } from '../ui/confirm.tsx';
import { accountStrings as strings } from './account.strings.ts';
import { RecoveryCodes } from './components/recovery-codes.tsx';

/**
 * Shows recovery codes this once, in the app's one dialog: that stays over whatever screen a step in the history leads to.
 * @returns a function whose promise ends when they are said to be kept
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
