import { TriangleAlert } from 'lucide-react';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';

interface InlineErrorProps {
  readonly message: string;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** An error beside content that is still valid. */
export function InlineError({ message, onRetry, retrying }: InlineErrorProps) {
  return (
    <Callout tone="red" size="bar" role="alert" className="min-h-14 justify-center">
      <span className="inline-flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
        {message}
      </span>
      <Button size="sm" onClick={onRetry} pending={retrying} pendingLabel={sharedStrings.retrying}>
        {sharedStrings.retry}
      </Button>
    </Callout>
  );
}
