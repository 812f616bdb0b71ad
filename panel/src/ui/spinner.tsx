import { sharedStrings } from '../lib/strings.ts';
import { classNames } from './class-names.ts';
import { LoadingNote } from './loading-note.tsx';

interface SpinnerProps {
  /** What is being waited for; '' when the text beside it says so already. */
  readonly label?: string;
  readonly className?: string;
}

/** A turning ring; it stands still for people who asked for less motion. */
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

/** Stands in the place of a page that is being loaded. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <div className="flex min-h-60 items-center justify-center text-2xl text-accent-ink">
      <Spinner label={label} />
    </div>
  );
}
