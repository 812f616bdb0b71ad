import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { accountStrings as strings } from '../account.strings.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Stands between the button and what became of it. */
  readonly children?: ReactNode;
}

/** Puts a text into the clipboard and says beside itself what became of it: toasts do not reach into dialogs. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');

  async function copy(): Promise<void> {
    setOutcome('');
    try {
      // Browsers have no clipboard on pages that came without encryption.
      await navigator.clipboard.writeText(text);
      setOutcome(strings.copied);
    } catch {
      setOutcome(strings.copyFailed);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" />
        {label}
      </Button>
      {children}
      <span role="status" className="text-ink-muted text-sm">
        {outcome}
      </span>
    </div>
  );
}
