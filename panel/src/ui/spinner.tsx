import { sharedStrings } from '../lib/strings.ts';
import { classNames } from './class-names.ts';
import { LoadingNote } from './loading.tsx';

interface SpinnerProps {
  /** The accessible text; '' where the text beside it already says it. */
  readonly label?: string;
  readonly className?: string;
}

/** A spinner; it does not turn for users who prefer reduced motion. */
export function Spinner({ label = sharedStrings.loading, className }: SpinnerProps) {
  return (
    <span className={classNames('inline-flex', className)}>
      <span
        aria-hidden="true"
        className="size-[1.25em] rounded-full border-2 border-current border-r-transparent opacity-80 motion-safe:animate-spin"
      />
      {label !== '' && <LoadingNote text={label} />}
    </span>
  );
}

/** Shown while a page is loading. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <div className="flex min-h-60 items-center justify-center text-2xl text-accent-ink">
      <Spinner label={label} />
    </div>
  );
}
