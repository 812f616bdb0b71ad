import { TriangleAlert } from 'lucide-react';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';

interface InlineFailureProps {
  readonly message: string;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** A failure beside what is still good to show. */
export function InlineFailure({ message, onRetry, retrying }: InlineFailureProps) {
  return (
    <div
      role="alert"
      className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-lg bg-red-soft px-4 py-2 text-red-ink text-sm"
    >
      <span className="inline-flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
        {message}
      </span>
      <Button size="sm" onClick={onRetry} pending={retrying} pendingLabel={sharedStrings.retrying}>
        {sharedStrings.retry}
      </Button>
    </div>
  );
}
