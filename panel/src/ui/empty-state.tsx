import { Inbox, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface EmptyStateProps {
  readonly title: string;
  readonly hint?: string;
  readonly icon?: LucideIcon;
  readonly action?: ReactNode;
  readonly className?: string;
}

/** Says that there is no content, and optionally what to do about it. */
export function EmptyState({ title, hint, icon: Icon = Inbox, action, className }: EmptyStateProps) {
  return (
    <div className={classNames('flex flex-col items-center justify-center gap-3 px-6 py-12 text-center', className)}>
      <span className="flex size-11 items-center justify-center rounded-full bg-sunken text-ink-muted">
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </span>
      <p className="text-balance font-semibold text-base">{title}</p>
      {hint !== undefined && <p className="max-w-md text-ink-muted text-sm">{hint}</p>}
      {action}
    </div>
  );
}
