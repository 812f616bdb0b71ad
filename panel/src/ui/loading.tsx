import { useEffect, useState } from 'react';
import { classNames } from './class-names.ts';

/** A live region is only announced if it was in the page before its text; a shorter wait needs no announcement. */
const ANNOUNCED_AFTER_MS = 150;

/** Announces to screen readers that something is loading; sighted users see a skeleton. */
export function LoadingNote({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span role="status" className="sr-only">
      {announced}
    </span>
  );
}

interface SkeletonProps {
  /** Size classes, for instance 'h-4 w-32'. */
  readonly className?: string;
  /** A circle, or a bar with round ends. */
  readonly round?: boolean;
}

/**
 * A grey placeholder of the size of the content; it has no text, so announce the loading once on the region around it.
 */
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
