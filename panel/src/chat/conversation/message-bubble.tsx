import type { ReactNode } from 'react';
import { UserName } from '../../entities/user-name.tsx';
import { classNames } from '../../ui/class-names.ts';

interface MessageBubbleProps {
  /** Administrators' bubbles are at the right, the user's at the left. */
  readonly isAdmin: boolean;
  /** Read out before the text; visible above it if `showsWriter`. */
  readonly writer: string;
  readonly showsWriter: boolean;
  /** The first of several consecutive messages. */
  readonly isFirst: boolean;
  readonly hasFailed?: boolean;
  /** The time and the status. */
  readonly meta: ReactNode;
  readonly children: ReactNode;
}

export function MessageBubble({
  isAdmin,
  writer,
  showsWriter,
  isFirst,
  hasFailed,
  meta,
  children,
}: MessageBubbleProps) {
  return (
    <div
      className={classNames(
        'flex flex-col px-3 pb-1 sm:px-4',
        isAdmin ? 'items-end' : 'items-start',
        isFirst && 'pt-3',
      )}
    >
      {showsWriter ? (
        <UserName name={writer} fallback={writer} className="px-1 pb-1 text-ink-muted text-xs" />
      ) : (
        <span className="sr-only">{writer}</span>
      )}
      <div
        className={classNames(
          'max-w-[min(85%,36rem)] rounded-xl px-3 py-1.5',
          isAdmin ? 'bg-accent text-on-accent' : 'border border-line bg-surface text-ink',
          hasFailed === true && 'opacity-80',
        )}
      >
        {children}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-2 px-1 text-ink-muted text-xs">{meta}</div>
    </div>
  );
}
