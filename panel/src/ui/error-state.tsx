import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

interface ErrorStateProps {
  readonly message: string;
  /** Shown below the message; '' for none. */
  readonly reason?: string;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
  readonly retryLabel?: string;
  readonly className?: string;
}

/** An error in place of the content, with a retry button. */
export function ErrorState({ message, reason, onRetry, retrying = false, retryLabel, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-col items-center justify-center gap-4 px-6 py-12 text-center text-base',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="flex size-11 items-center justify-center rounded-full bg-red-soft font-semibold text-red-ink text-xl"
      >
        !
      </span>
      <p className="max-w-md text-balance font-semibold">{message}</p>
      {reason && <p className="text-ink-muted text-sm">{reason}</p>}
      {onRetry && (
        <Button onClick={onRetry} pending={retrying} pendingLabel={sharedStrings.retrying}>
          {retryLabel ?? sharedStrings.retry}
        </Button>
      )}
    </div>
  );
}
