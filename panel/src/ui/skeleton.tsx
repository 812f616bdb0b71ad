import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** Its size, for instance 'h-4 w-32'. */
  readonly className?: string;
  /** A circle, or a bar with round ends. */
  readonly round?: boolean;
}

/** A grey stand-in of the size of what is coming; silent, so say 'loading' once on the region around it. */
export function Skeleton({ className, round = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block bg-sunken motion-safe:animate-pulse',
        round ? 'rounded-full' : 'rounded-sm',
        className,
      )}
    />
  );
}
