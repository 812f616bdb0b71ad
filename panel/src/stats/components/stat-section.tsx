import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface StatSectionProps {
  title: string;
  icon: LucideIcon;
  /** The section's position in the page's grid, and its number of columns. */
  className: string;
  columnsClassName: string;
  children: ReactNode;
}

/** A titled group of metrics: cells on one surface, separated by hairlines however they wrap. */
export function StatSection({ title, icon: Icon, className, columnsClassName, children }: StatSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`flex min-w-0 flex-col gap-2 ${className}`}>
      <h2 id={titleId} className="flex items-center gap-2 font-semibold text-sm">
        <Icon aria-hidden="true" className="size-4 text-ink-muted" />
        {title}
      </h2>
      <dl
        className={`grid grow gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card ${columnsClassName}`}
      >
        {children}
      </dl>
    </section>
  );
}
