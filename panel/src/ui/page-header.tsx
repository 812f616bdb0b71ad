import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface PageHeaderProps {
  readonly title: string;
  /** A total or a time, once it is loaded; an empty text before keeps its space, so that nothing moves. */
  readonly status?: ReactNode;
  /** A paragraph beside the title. */
  readonly note?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** The title of a screen with its status and buttons beside it; on a phone the status has a line of its own. */
export function PageHeader({ title, status, note, children }: PageHeaderProps) {
  return (
    <header
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-1',
        children === undefined ? 'min-h-7 items-baseline' : 'min-h-8 items-center',
      )}
    >
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      {status !== undefined && (
        <p
          role="status"
          className="min-h-5 min-w-0 basis-full text-ink-muted text-sm tabular-nums max-md:order-2 md:flex-1 md:text-right"
        >
          {status}
        </p>
      )}
      {note}
      {children !== undefined && <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
