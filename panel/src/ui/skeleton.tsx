import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** Its size and shape, for instance 'h-4 w-32' or 'size-10 rounded-full'. */
  readonly className?: string;
}

/** A grey stand-in of the size of what is coming; silent, so say 'loading' once on the region around it. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block rounded-sm bg-sunken motion-safe:animate-pulse', className)}
    />
  );
}
