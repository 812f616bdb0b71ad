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
  /** Its author has deleted it: the text only says so. */
  readonly isDeleted?: boolean;
  /** A button beside the bubble; shown on hover and focus, and always where nothing can hover. */
  readonly menu?: ReactNode;
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
  isDeleted,
  menu,
  meta,
  children,
}: MessageBubbleProps) {
  return (
    <div
      className={classNames(
        'group/message flex flex-col px-3 pb-1 sm:px-4',
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
          'relative max-w-[min(85%,36rem,calc(100%-2.5rem))] rounded-xl px-3 py-1.5',
          isDeleted && 'border border-line border-dashed text-ink-muted italic',
          !isDeleted && (isAdmin ? 'bg-accent text-on-accent' : 'border border-line bg-surface text-ink'),
          hasFailed === true && 'opacity-80',
        )}
      >
        {children}
        {menu && (
          <span
            className={classNames(
              'absolute top-0 px-1 opacity-0 focus-within:opacity-100 group-hover/message:opacity-100 has-aria-expanded:opacity-100 [@media(hover:none)]:opacity-100',
              isAdmin ? 'right-full' : 'left-full',
            )}
          >
            {menu}
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-2 px-1 text-ink-muted text-xs">{meta}</div>
    </div>
  );
}
