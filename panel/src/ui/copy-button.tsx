import { Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

const strings = {
  copied: 'Đã sao chép',
  copyFailed: 'Không thể sao chép, vui lòng chọn và sao chép bằng tay',
} as const;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Rendered between the button and its status. */
  readonly children?: ReactNode;
}

/** Copies a text to the clipboard and shows the outcome beside the button: toasts are not visible above dialogs. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');

  async function copy(): Promise<void> {
    setOutcome('');
    try {
      // Without TLS browsers provide no clipboard.
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
